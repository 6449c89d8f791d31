import { escaped, type Part } from './parts.ts'
import { contentsPart, relationsPart, xmlPart, zipOf } from './zip.ts'

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const drawing = 'http://schemas.openxmlformats.org/drawingml/2006'
// Measures pictures in English Metric Units: eleven centimetres wide.
const pictureWidth = 11 * 360_000

const styles = {
  title: { size: 36, before: 120, after: 240, more: '<w:jc w:val="center"/>' },
  heading: { size: 28, before: 240, after: 120, more: '' },
  text: { size: 22, before: 0, after: 80, more: '<w:ind w:firstLine="440"/>' },
  item: { size: 22, before: 0, after: 60, more: '<w:ind w:left="440" w:hanging="330"/>' },
}

const run = (text: string, isBold = false) =>
  `<w:r>${isBold ? '<w:rPr><w:b/></w:rPr>' : ''}<w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`

function cellOf(text: string, isHead: boolean, width: number) {
  const shade = isHead ? '<w:shd w:val="clear" w:fill="E8F1FB"/>' : ''
  return `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="pct"/>${shade}</w:tcPr><w:p>${run(text, isHead)}</w:p></w:tc>`
}

function tableOf(rows: string[][]) {
  const border = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(
    (side) => `<w:${side} w:val="single" w:sz="4" w:color="8A94A3"/>`,
  )
  const columns = rows[0]?.length ?? 1
  const width = Math.floor(5000 / columns)
  const lines = rows.map((row, i) => `<w:tr>${row.map((text) => cellOf(text, i === 0, width)).join('')}</w:tr>`)
  return `<w:tbl><w:tblPr><w:tblW w:w="5000" w:type="pct"/><w:tblBorders>${border.join('')}</w:tblBorders></w:tblPr><w:tblGrid>${'<w:gridCol/>'.repeat(columns)}</w:tblGrid>${lines.join('')}</w:tbl><w:p/>`
}

function pictureOf({ width, height }: { width: number; height: number }, number: number) {
  const size = `cx="${pictureWidth}" cy="${Math.round((pictureWidth * height) / width)}"`
  const named = `id="${number}" name="插图${number}"`
  return `<w:p><w:pPr><w:jc w:val="center"/></w:pPr><w:r><w:drawing><wp:inline><wp:extent ${size}/><wp:docPr ${named}/><a:graphic><a:graphicData uri="${drawing}/picture"><pic:pic><pic:nvPicPr><pic:cNvPr ${named}/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rId${number + 1}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
}

const styleOf = ([name, { size, before, after, more }]: [string, (typeof styles)['title']]) =>
  `<w:style w:type="paragraph" w:styleId="${name}"><w:name w:val="${name}"/><w:pPr><w:spacing w:before="${before}" w:after="${after}" w:line="360" w:lineRule="auto"/>${more}</w:pPr><w:rPr><w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:eastAsia="宋体"/>${size > 22 ? '<w:b/>' : ''}<w:sz w:val="${size}"/></w:rPr></w:style>`

/** Makes a document of Word. */
export function docxFile(parts: readonly Part[]): Buffer {
  const pictures = parts.filter((part) => part.kind === 'picture')
  const body = parts.map((part) => {
    if (part.kind === 'break') return '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
    if (part.kind === 'table') return tableOf(part.rows)
    if (part.kind === 'picture') return pictureOf(part, pictures.indexOf(part) + 1)
    return `<w:p><w:pPr><w:pStyle w:val="${part.kind}"/></w:pPr>${run(part.text)}</w:p>`
  })
  const page =
    '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1400" w:bottom="1440" w:left="1400"/></w:sectPr>'
  return zipOf({
    '[Content_Types].xml': contentsPart([
      ['word/document.xml', 'wordprocessingml.document.main'],
      ['word/styles.xml', 'wordprocessingml.styles'],
    ]),
    '_rels/.rels': relationsPart([['officeDocument', 'word/document.xml']]),
    'word/document.xml': xmlPart(
      `<w:document xmlns:w="${word}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="${drawing}/wordprocessingDrawing" xmlns:a="${drawing}/main" xmlns:pic="${drawing}/picture"><w:body>${body.join('')}${page}</w:body></w:document>`,
    ),
    'word/styles.xml': xmlPart(`<w:styles xmlns:w="${word}">${Object.entries(styles).map(styleOf).join('')}</w:styles>`),
    'word/_rels/document.xml.rels': relationsPart([
      ['styles', 'styles.xml'],
      ...pictures.map((_, i) => ['image', `media/${i + 1}.jpg`] as const),
    ]),
    ...Object.fromEntries(pictures.map(({ bytes }, i) => [`word/media/${i + 1}.jpg`, bytes])),
  })
}
