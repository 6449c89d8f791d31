import { type ReactNode, useState } from 'react'
import type * as z from 'zod'
import { titlesOf } from '#contract/explain.ts'
import { valuesOfNames } from '#contract/fieldList.ts'
import { FactList } from '#web/page/FactList.tsx'
import { ShowEmpty } from '#web/page/ShowEmpty.tsx'
import { renderValue } from '#web/list/columns/columns.tsx'
import './pictures/pictures.css'

type Photos = { cardPht: string | null; facePht: string | null }

type Props<Shape extends z.ZodRawShape, Field extends keyof Shape & string> = {
  contract: z.ZodObject<Shape>
  name: string
  photos: Photos
  facts: Record<Field, ReactNode>
  /** Groups the fields under headings. */
  groups: Record<string, Field[]>
}

/** Shows fields of a record as a list does. */
export const shownFacts = <Field extends string>(
  contract: z.ZodObject,
  names: readonly Field[],
  record: { [Name in Field]: unknown },
) => valuesOfNames(names, (name): ReactNode => renderValue(name, contract.shape[name] as z.ZodType, record[name]))

// Tells what has no value: a list shows it as a dash.
const isEmpty = (value: ReactNode) => !value || value === '–'

/** Draws the record of a person: the photos, and facts in groups. */
export function PersonFacts<Shape extends z.ZodRawShape, Field extends keyof Shape & string>(props: Props<Shape, Field>) {
  const { contract, name, photos, facts, groups } = props
  const [isWhole, setWhole] = useState(false)
  const hasEmpty = Object.values(facts).some((value) => isEmpty(value as ReactNode))
  return (
    <div className="stack">
      <Pictures name={name} photos={photos} />
      {Object.entries<Field[]>(groups).map(([heading, fields]) => {
        const titles = titlesOf(contract, fields)
        const told = fields.filter((field) => isWhole || !isEmpty(facts[field]))
        if (told.length === 0) return null
        return (
          <section key={heading}>
            <h2 className="section-title">{heading}</h2>
            <FactList items={told.map((field) => [titles[field], facts[field] || '–'])} />
          </section>
        )
      })}
      {hasEmpty && <ShowEmpty isWhole={isWhole} onChange={setWhole} />}
    </div>
  )
}

function Pictures({ name, photos: { cardPht, facePht } }: { name: string; photos: Photos }) {
  const shown = Object.entries({ 证件照: cardPht, 人脸照: facePht }).filter(([, url]) => url !== null)
  return (
    shown.length > 0 && (
      <div className="photos">
        {shown.map(([kind, url]) => (
          <figure key={kind}>
            <img src={url ?? ''} alt={`${name}的${kind}`} />
            <figcaption className="grey">{kind}</figcaption>
          </figure>
        ))}
      </div>
    )
  )
}
