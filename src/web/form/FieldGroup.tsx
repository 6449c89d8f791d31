import type { ReactNode } from 'react'
import './archive.css'
import { Field } from './Field.tsx'

type Props = { title: string; fields?: readonly string[]; children?: ReactNode }

/** Draws fields of a long form under a title, with what follows them. */
export const FieldGroup = ({ title, fields = [], children }: Props) => (
  <>
    <h3 className="section-title">{title}</h3>
    <div className="archive-grid">
      {fields.map((field) => (
        <Field key={field} name={field} />
      ))}
      {children}
    </div>
  </>
)
