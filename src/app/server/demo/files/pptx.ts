import { escaped, type Part } from './parts.ts'
import { contentsPart, relationsPart, xmlPart, zipOf } from './zip.ts'

const names = [
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"',
].join(' ')
// Measures in hundredths of a slide of 33.9 by 19 centimetres.
const [width, height] = [12_192_000, 6_858_000]
const frame = (x: number, y: number, w: number, h: number) => {
  const [cx, cy] = [(w * width) / 100, (h * height) / 100].map(Math.round)
  return `<a:xfrm><a:off x="${Math.round((x * width) / 100)}" y="${Math.round((y * height) / 100)}"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>`
}

const group = '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>'
const fill = (colour: string) => `<a:solidFill><a:srgbClr val="${colour}"/></a:solidFill>`

type Box = {
  id: number
  place: [number, number, number, number]
  paint?: string
  lines?: string[]
  size?: number
  colour?: string
}

function boxOf({ id, place, paint, lines = [''], size = 2400, colour = '243447' }: Box) {
  const text = lines.map(
    (line) =>
      `<a:p><a:pPr><a:spcAft><a:spcPts val="900"/></a:spcAft></a:pPr><a:r><a:rPr lang="zh-CN" sz="${size}"${size > 3000 ? ' b="1"' : ''}>${fill(colour)}</a:rPr><a:t>${escaped(line)}</a:t></a:r></a:p>`,
  )
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="文本${id}"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${frame(...place)}${paint ? fill(paint) : ''}</p:spPr><p:txBody><a:bodyPr wrap="square"><a:normAutofit/></a:bodyPr>${text.join('')}</p:txBody></p:sp>`
}

const pictureOf = (place: [number, number, number, number]) =>
  `<p:pic><p:nvPicPr><p:cNvPr id="9" name="图片"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="rId2"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${frame(...place)}</p:spPr></p:pic>`

type Slide = Exclude<Part, { kind: 'break' }>[]

function slideOf(parts: Slide, isFirst: boolean) {
  const title = parts.flatMap((part) => (part.kind === 'title' || part.kind === 'heading' ? part.text : [])).join('  ')
  const lines = parts.flatMap((part) => (part.kind === 'text' || part.kind === 'item' ? part.text : []))
  const hasPicture = parts.some(({ kind }) => kind === 'picture')
  const band = boxOf({ id: 2, place: [0, 0, 100, isFirst ? 34 : 16], paint: '1C7ED6' })
  const head = boxOf({
    id: 3,
    place: [5, isFirst ? 11 : 3, 90, 14],
    lines: [title],
    size: isFirst ? 5000 : 3600,
    colour: 'FFFFFF',
  })
  const body = boxOf({ id: 4, place: [5, isFirst ? 40 : 22, hasPicture ? 45 : 90, 70], lines })
  const picture = hasPicture ? pictureOf([52, isFirst ? 40 : 25, 44, 49]) : ''
  return xmlPart(
    `<p:sld ${names}><p:cSld><p:spTree>${group}${band}${head}${lines.length > 0 ? body : ''}${picture}</p:spTree></p:cSld></p:sld>`,
  )
}

function slidesOf(parts: readonly Part[]): Slide[] {
  const slides: Slide[] = [[]]
  for (const part of parts)
    if (part.kind === 'break') slides.push([])
    else slides.at(-1)?.push(part)
  return slides
}

const colours = { dk1: '243447', lt1: 'FFFFFF', dk2: '1C7ED6', lt2: 'E8F1FB', hlink: '1C7ED6', folHlink: '7048E8' }
const accents = ['1C7ED6', 'F08C00', '2F9E44', 'E03131', '7048E8', '0C8599']
const scheme = [...Object.entries(colours), ...accents.map((colour, i) => [`accent${i + 1}`, colour] as const)]
  // Keeps the order that the format asks for: links last.
  .toSorted(([one], [other]) => Number(one.endsWith('ink')) - Number(other.endsWith('ink')))
  .map(([name, colour]) => `<a:${name}><a:srgbClr val="${colour}"/></a:${name}>`)
const font = '<a:latin typeface="Arial"/><a:ea typeface="微软雅黑"/><a:cs typeface=""/>'
const plain = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
const theme = `<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="课件"><a:themeElements><a:clrScheme name="课件">${scheme.join('')}</a:clrScheme><a:fontScheme name="课件"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme><a:fmtScheme name="课件"><a:fillStyleLst>${plain.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${`<a:ln w="9525">${plain}</a:ln>`.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${'<a:effectStyle><a:effectLst/></a:effectStyle>'.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${plain.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`
const tree = `<p:cSld><p:spTree>${group}</p:spTree></p:cSld>`
const map =
  '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>'

/** Makes a presentation of PowerPoint, a slide up to each break. */
export function pptxFile(parts: readonly Part[]): Buffer {
  const slides = slidesOf(parts)
  const numbers = slides.map((_, i) => i + 1)
  const listed = numbers.map((number) => `<p:sldId id="${255 + number}" r:id="rId${number + 1}"/>`).join('')
  const files: Record<string, string | Buffer> = {
    '[Content_Types].xml': contentsPart([
      ['ppt/presentation.xml', 'presentationml.presentation.main'],
      ['ppt/slideMasters/slideMaster1.xml', 'presentationml.slideMaster'],
      ['ppt/slideLayouts/slideLayout1.xml', 'presentationml.slideLayout'],
      ['ppt/theme/theme1.xml', 'theme'],
      ...numbers.map((number) => [`ppt/slides/slide${number}.xml`, 'presentationml.slide'] as const),
    ]),
    '_rels/.rels': relationsPart([['officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': xmlPart(
      `<p:presentation ${names}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst><p:sldIdLst>${listed}</p:sldIdLst><p:sldSz cx="${width}" cy="${height}"/><p:notesSz cx="${height}" cy="${width}"/></p:presentation>`,
    ),
    'ppt/_rels/presentation.xml.rels': relationsPart([
      ['slideMaster', 'slideMasters/slideMaster1.xml'],
      ...numbers.map((number) => ['slide', `slides/slide${number}.xml`] as const),
    ]),
    'ppt/slideMasters/slideMaster1.xml': xmlPart(
      `<p:sldMaster ${names}>${tree}${map}<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
    ),
    'ppt/slideMasters/_rels/slideMaster1.xml.rels': relationsPart([
      ['slideLayout', '../slideLayouts/slideLayout1.xml'],
      ['theme', '../theme/theme1.xml'],
    ]),
    'ppt/slideLayouts/slideLayout1.xml': xmlPart(`<p:sldLayout ${names} type="blank">${tree}</p:sldLayout>`),
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relationsPart([['slideMaster', '../slideMasters/slideMaster1.xml']]),
    'ppt/theme/theme1.xml': xmlPart(theme),
  }
  for (const [i, slide] of slides.entries()) {
    const picture = slide.find((part) => part.kind === 'picture')
    files[`ppt/slides/slide${i + 1}.xml`] = slideOf(slide, i === 0)
    files[`ppt/slides/_rels/slide${i + 1}.xml.rels`] = relationsPart([
      ['slideLayout', '../slideLayouts/slideLayout1.xml'],
      ...(picture ? [['image', `../media/${i + 1}.jpg`] as const] : []),
    ])
    if (picture) files[`ppt/media/${i + 1}.jpg`] = picture.bytes
  }
  return zipOf(files)
}
