import { Fragment, type ReactNode } from 'react'
import './messageBody.css'

// Finds in a line what is marked bold, and addresses of pages.
const marks = /\*\*([^*\n]+)\*\*|(https?:\/\/[^\s，。；）)]+)/g

function lineOf(line: string): ReactNode[] {
  const parts: ReactNode[] = []
  let from = 0
  for (const found of line.matchAll(marks)) {
    parts.push(line.slice(from, found.index))
    const [all, bold, address] = found
    parts.push(
      bold ? (
        <strong key={found.index}>{bold}</strong>
      ) : (
        <a key={found.index} href={address} target="_blank" rel="noreferrer">
          {address}
        </a>
      ),
    )
    from = found.index + all.length
  }
  return [...parts, line.slice(from)]
}

const isItem = (line: string) => /^[-*] /.test(line)

/**
 * Draws the words of a message: paragraphs, lines that begin with “- ” as a list, **bold**, and addresses as links. Whatever else
 * stands in it, markup of a page too, is shown as it was written.
 */
export function MessageBody({ text }: { text: string }) {
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '')
  return (
    <div className="message-body">
      {paragraphs.map((paragraph, at) => (
        <Paragraph key={at} lines={paragraph.split('\n')} />
      ))}
    </div>
  )
}

function Paragraph({ lines }: { lines: string[] }) {
  if (lines.every(isItem))
    return (
      <ul>
        {lines.map((line, at) => (
          <li key={at}>{lineOf(line.slice(2))}</li>
        ))}
      </ul>
    )
  return (
    <p>
      {lines.map((line, at) => (
        <Fragment key={at}>
          {at > 0 && <br />}
          {lineOf(line)}
        </Fragment>
      ))}
    </p>
  )
}
