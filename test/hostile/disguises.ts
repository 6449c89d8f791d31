import { attachmentTypes } from '#contract/fileTypes.ts'
import { bytesOf, type Hostile, pageOf, scriptOf } from './hostile.ts'

// Makes content that runs somewhere, and types that are not accepted at all.
const programs = (home: string): Record<string, string | Buffer> => ({
  'a page': pageOf(home, 'disguise'),
  'a drawing with a script': `<svg xmlns="http://www.w3.org/2000/svg" onload="${scriptOf(home, 'disguise')}"/>`,
  'a program': Buffer.concat([
    Buffer.from('MZ\x90\x00\x03', 'latin1'),
    Buffer.alloc(400, 'This program cannot be run in DOS mode.'),
  ]),
})
const refused =
  'html htm xhtml shtml mht js mjs css xml xsl svgz swf hta jsp php asp exe sh bat jar apk dll zip rar 7z docm xlsm webp bmp tif'.split(
    ' ',
  )

/**
 * Makes files that claim to be something else: a page, a drawing and a program under every type, and under types that are not
 * taken.
 */
export function disguises(home: string): Hostile[] {
  const under = (type: string) =>
    Object.entries(programs(home)).map(([what, content]) => ({
      what: `${what} called ${type}`,
      name: `通知.${type}`,
      content: bytesOf(content),
    }))
  const [page = ''] = Object.values(programs(home))
  const doubled = [
    'a.png.html a.html.png a.php.jpg a.jpg.php a.pdf.js a.svg.png a.png.svg a.txt.exe a.exe.txt a.png. a.PNG.HTML a.HtMl .html html',
    'a.html;.png a.png;.html a.html%00.png a.svg#.png a.html?.jpg a.asp:.jpg a.html/.png a.constructor a.__proto__ a.toString a.',
  ].flatMap((names) => names.split(' '))
  return [
    ...attachmentTypes.flatMap(under),
    ...refused.map((type) => ({ what: `a page of type ${type}`, name: `通知.${type}`, content: bytesOf(page) })),
    ...doubled.map((name) => ({ what: `a page called ${name}`, name, content: bytesOf(page) })),
  ]
}
