import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Marked, Renderer, type Token, type Tokens } from 'marked'
import sharp from 'sharp'

/** Lists the pages of the manual in the order in which they are read; the first is its index. */
export const manualPages = [
  'README',
  'interface',
  'students',
  'rollover',
  'staff',
  'rights',
  'messages',
  'office',
  'activities',
  'enterprise',
  'catalogue',
  'records',
  'operation',
  'scale',
] as const

export type Heading = { depth: number; text: string; id: string }
export type ManualPage = { name: string; title: string; headings: Heading[]; pictures: string[]; links: string[]; html: string }

const font = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'

const fileOf = (name: string) => (name === 'README' ? 'index.html' : `${name}.html`)
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const anchorOf = (token: Token) =>
  token.type === 'paragraph' ? /^<a id="([\w-]+)"><\/a>$/.exec(token.raw.trim())?.[1] : undefined

type Size = { width: number; height: number }

/**
 * Reads one page: what it is called, its headings with the anchors that stand before them, and its body as it is served.
 * `sizeOf` keeps the room of a picture free until it has come.
 */
export function readPage(
  name: string,
  text: string,
  sizeOf: (picture: string) => Size | undefined = () => undefined,
): ManualPage {
  const marked = new Marked()
  const tokens = marked.lexer(text)
  const [headings, pictures, links]: [Heading[], string[], string[]] = [[], [], []]
  const ids = new Map<Token, string>()
  tokens.forEach((token, at) => {
    if (token.type !== 'heading') return
    const before = tokens[at - 1]?.type === 'space' ? tokens[at - 2] : tokens[at - 1]
    const heading = { depth: token['depth'], text: token['text'], id: (before && anchorOf(before)) ?? token['text'] }
    ids.set(token, heading.id)
    headings.push(heading)
  })
  const renderer = new Renderer()
  renderer.heading = function (token: Tokens.Heading) {
    const inner = this.parser.parseInline(token.tokens)
    return `<h${token.depth} id="${escaped(ids.get(token) ?? '')}">${inner}</h${token.depth}>\n`
  }
  renderer.link = function ({ href, tokens: inner }: Tokens.Link) {
    links.push(href)
    const [, page, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? []
    const words = this.parser.parseInline(inner)
    if (page) return `<a href="${fileOf(page) + anchor}">${words}</a>`
    // Drops links to files beside the manual, which are not served.
    return /^(#|https:)/.test(href) ? `<a href="${escaped(href)}">${words}</a>` : words
  }
  renderer.image = ({ href, text: about }: Tokens.Image) => {
    pictures.push(href)
    const size = sizeOf(basename(href))
    const room = size ? ` width="${size.width}" height="${size.height}"` : ''
    const tall = size && size.height > size.width ? ' class="tall"' : ''
    // Links a picture to itself, to be enlarged on a phone.
    const path = `pictures/${basename(href)}`
    return `<a href="${path}"><img src="${path}" alt="${escaped(about)}" loading="lazy"${room}${tall}></a>`
  }
  // Lets wide blocks scroll by themselves, by keyboard too.
  renderer.code = ({ text: lines }: Tokens.Code) => `<pre tabindex="0"><code>${escaped(lines)}</code></pre>\n`
  renderer.table = function (token: Tokens.Table) {
    return `<div class="table" tabindex="0" role="group" aria-label="表格">${Renderer.prototype.table.call(this, token)}</div>`
  }
  marked.use({ renderer })
  const html = marked.parser(tokens.filter((token) => !anchorOf(token)))
  return { name, title: headings[0]?.text ?? name, headings, pictures, links, html }
}

/** Renders the manual of a folder into another, with its pictures and its style. */
export async function buildManual(from: string, to: string) {
  const names = manualPages.filter((name) => existsSync(join(from, `${name}.md`)))
  const texts = new Map(names.map((name) => [name, readFileSync(join(from, `${name}.md`), 'utf8')]))
  const shots = [...new Set(names.flatMap((name) => readPage(name, texts.get(name) ?? '').pictures))]
  const sizes = new Map<string, Size>()
  mkdirSync(join(to, 'pictures'), { recursive: true })
  // Makes a picture that is named for the first time with the product that is built here.
  for (const shot of shots.filter((one) => existsSync(join(from, one)))) {
    const { width, height } = await sharp(join(from, shot)).metadata()
    sizes.set(basename(shot), { width, height })
    copyFileSync(join(from, shot), join(to, 'pictures', basename(shot)))
  }
  const pages = names.map((name) => readPage(name, texts.get(name) ?? '', (picture) => sizes.get(picture)))
  for (const [at, page] of pages.entries())
    writeFileSync(join(to, fileOf(page.name)), whole(page, pages, pages[at - 1], pages[at + 1]))
  const styles = ['src/web/theme/tokens.css', 'src/web/theme/base.css', 'src/web/manual/manual.css'].map((path) =>
    readFileSync(path, 'utf8'),
  )
  // Puts the font beside the pages: the build of the product names it by its package.
  copyFileSync(join('node_modules', font), join(to, basename(font)))
  writeFileSync(join(to, 'manual.css'), styles.join('\n').replace(font, basename(font)))
}

function whole(page: ManualPage, pages: ManualPage[], before?: ManualPage, after?: ManualPage): string {
  const link = ({ name, title }: ManualPage) =>
    `<a href="${fileOf(name)}"${name === page.name ? ' aria-current="page"' : ''}>${escaped(title)}</a>`
  const parts = page.headings.filter(({ depth }) => depth === 2)
  const inPage = parts.map(({ id, text }) => `<li><a href="#${escaped(id)}">${escaped(text)}</a></li>`).join('')
  const listed = pages.map((one) => `<li>${link(one)}${one.name === page.name ? `<ol>${inPage}</ol>` : ''}</li>`).join('\n')
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(page.name === 'README' ? page.title : `${page.title} - 使用手册`)}</title>
<link rel="stylesheet" href="manual.css">
</head>
<body>
<header><a href="index.html">使用手册</a><span>智慧校园学校平台</span></header>
<details class="contents"><summary>目录</summary><nav aria-label="目录"><ul>${listed}</ul></nav></details>
<div class="sheet">
<nav class="aside" aria-label="全部内容"><ul>
${listed}
</ul></nav>
<main>
${page.html}
<nav class="steps" aria-label="前后页">
${before ? `<a rel="prev" href="${fileOf(before.name)}">← ${escaped(before.title)}</a>` : '<span></span>'}
${after ? `<a rel="next" href="${fileOf(after.name)}">${escaped(after.title)} →</a>` : '<span></span>'}
</nav>
</main>
</div>
</body>
</html>
`
}
