import type { ReactNode } from 'react'
import './poster.css'
import { PrintView } from './PrintView.tsx'

/** Draws a poster with a code to scan, on the page as on a sheet of A4. */
export const Poster = ({ label, children }: { label: string; children: ReactNode }) => (
  <PrintView title="">
    <section className="poster" aria-label={label}>
      {children}
    </section>
  </PrintView>
)
