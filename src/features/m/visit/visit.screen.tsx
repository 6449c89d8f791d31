import { useState } from 'react'
import { deadKey } from '#domain/visits/visits.contract.ts'
import { lazyPiece } from '#web/feedback/lazyPart.tsx'
import { readHashKey } from '#web/stranger/ask.ts'
import { Message } from '#web/stranger/Card.tsx'
import { Registration } from './Registration.tsx'
import './visit.css'

// Loads the form first, and what follows it when it is there: many come with a phone in a weak network.
const OwnVisit = lazyPiece(async () => ({ default: (await import('./OwnVisit.tsx')).OwnVisit }))

/** Draws the page of a visitor at the gate: the form, and from then on the state of the visit. */
export default function VisitPage() {
  const [key, setKey] = useState(readHashKey('k'))
  const code = readHashKey('c')
  if (key) return <OwnVisit visitKey={key} />
  if (!code) return <Message title={deadKey} />
  return (
    <Registration
      code={code}
      onDone={(made) => {
        // Replaces the address by the visitor's own, which can be reloaded and kept.
        history.replaceState(null, '', `#k=${made}`)
        setKey(made)
      }}
    />
  )
}
