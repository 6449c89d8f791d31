import { marked, type Token, type Tokens } from 'marked'
import { drawScene, type Scene } from './scenes.ts'

/** Describes a part of a paper that a teacher wrote; a break begins the next page or slide. */
export type Part =
  | { kind: 'title' | 'heading' | 'text' | 'item'; text: string }
  | { kind: 'table'; rows: string[][] }
  | { kind: 'picture'; bytes: Buffer; width: number; height: number }
  | { kind: 'break' }

// Shares its size with most works of the activities, whose pictures some papers show.
const pictureSize = [960, 720] as const

/** Reads a paper from its Markdown; a picture is a scene and a seed: ![](autumn 7). */
export async function partsOf(markdown: string): Promise<Part[]> {
  const parts = await Promise.all(marked.lexer(markdown).map(partsOfToken))
  return parts.flat()
}

async function partsOfToken(token: Token): Promise<Part[]> {
  if (token.type === 'heading') return [{ kind: token.depth === 1 ? 'title' : 'heading', text: token.text }]
  if (token.type === 'hr') return [{ kind: 'break' }]
  if (token.type === 'list') return token.items.map(({ text }: Tokens.ListItem, i: number) => itemOf(text, token.ordered, i))
  if (token.type === 'table')
    return [{ kind: 'table', rows: [token.header, ...token.rows].map((row: Tokens.TableCell[]) => row.map(({ text }) => text)) }]
  if (token.type !== 'paragraph') return []
  const [, scene, seed] = /^!\[\]\((\w+)-(\d+)\)$/.exec(token.text) ?? []
  if (!scene) return token.text.split('\n').map((text: string): Part => ({ kind: 'text', text }))
  const [width, height] = pictureSize
  return [{ kind: 'picture', bytes: await drawScene(scene as Scene, Number(seed), pictureSize), width, height }]
}

const itemOf = (text: string, isNumbered: boolean, i: number): Part => ({
  kind: 'item',
  text: `${isNumbered ? `${i + 1}.` : '·'} ${text}`,
})

/** Escapes a text for XML. */
export const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
