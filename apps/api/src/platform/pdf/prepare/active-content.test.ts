/** A PDF that is kept as it is, such as an asset or a label, does nothing by itself, however deep that is hidden. */
import { PDF, PdfDict, PdfName, PdfString } from '@libpdf/core'
import { expect, test } from 'vitest'
import { packedPage } from '../packed-pdf.fixture.ts'
import { buildPdf, pagesOf } from '../pdf.fixture.ts'
import { assertHarmlessPdf } from '../prepare-pdf.ts'

const SCRIPT = /has a script/
const ACTION = /starts a program, sends data or plays media/
const OPENING = /does something by itself/
const EMBEDDED = /has embedded files/
const ADDRESS = /has a link that opens no web page and no email/

const refusalOf = (bytes: Buffer) =>
  assertHarmlessPdf(bytes, 10).then(
    () => 'accepted',
    (error: Error) => error.message,
  )

const linkTo = (address: string) => withLink(`<< /S /URI /URI ${address} >>`)
const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'
const opens = (action: string) => buildPdf({ catalog: `/OpenAction ${action}` })
const withLink = (action: string) =>
  buildPdf({ pages: [{ entries: '/Annots [1000 0 R]' }], objects: [`<< /Subtype /Link /Rect [0 0 9 9] /A ${action} >>`] })

/** Made with the PDF library. */
async function libraryPdf(change: (pdf: PDF) => void): Promise<Buffer> {
  const pdf = PDF.create()
  pdf.addPage({ size: 'letter' }).drawText('Guide', { x: 72, y: 700 })
  change(pdf)
  return Buffer.from(await pdf.save())
}

test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
  ['a script on opening', () => opens(script), SCRIPT],
  ['a script whose name is written in another way', () => opens('<< /S /J#61vaScript /JS (x) >>'), SCRIPT],
  ['a script that says it is a part of the text', () => opens('<< /Type /StructElem /S /JavaScript /JS (x) >>'), SCRIPT],
  ['a script without a kind', () => opens('<< /JS (x) >>'), SCRIPT],
  ['a script after a harmless action', () => opens(`<< /S /GoTo /D [10 0 R /Fit] /Next [${script}] >>`), SCRIPT],
  ['a web address on opening', () => opens('<< /S /URI /URI (https://evil.example) >>'), OPENING],
  [
    'a web address on opening, in an action that says it is a page',
    () => opens('<< /Type /Page /S /URI /URI (https://evil.example) >>'),
    OPENING,
  ],
  ['another file on opening', () => opens('<< /S /GoToR /F (\\\\\\\\evil.example\\\\share) /D [0 /Fit] >>'), OPENING],
  [
    'a web address after a harmless action on opening',
    () => opens('<< /S /GoTo /D [10 0 R /Fit] /Next << /S /URI /URI (https://evil.example) >> >>'),
    OPENING,
  ],
  [
    'a web address when a page is shown',
    () => buildPdf({ pages: [{ entries: '/AA << /O << /S /URI /URI (https://evil.example) >> >>' }] }),
    OPENING,
  ],
  ['a program', () => withLink('<< /S /Launch /F (a.exe) >>'), ACTION],
  ['a link that is a script', () => linkTo('(javascript:alert\\(1\\))'), ADDRESS],
  ['a link that is a script, with other letters and spaces', () => linkTo('( Java\tScr\nipt : alert\\(1\\))'), ADDRESS],
  ['a link that is a script, in hexadecimal', () => linkTo('<6A6176617363726970743A616C65727428>'), ADDRESS],
  ['a link that is a script, in UTF-16', () => linkTo('<FEFF006A006100760061007300630072006900700074003A0061>'), ADDRESS],
  [
    'a link that is a script, behind a reference',
    () => buildPdf({ objects: ['<< /S /URI /URI 1001 0 R >>', '(javascript:x)'] }),
    ADDRESS,
  ],
  ['a link to a file', () => linkTo('(file:///etc/passwd)'), ADDRESS],
  ['a link to a share', () => linkTo('(\\\\\\\\evil.example\\\\share)'), ADDRESS],
  ['a link with its own page', () => linkTo('(data:text/html,<script>x</script>)'), ADDRESS],
  ['a link that is no text', () => linkTo('/javascript:x'), ADDRESS],
  ['a script before each link', () => buildPdf({ catalog: '/URI << /Base (javascript:x) >>' }), ADDRESS],
  ['a script as a file in the web', () => withLink('<< /S /GoToR /F << /FS /URL /F (javascript:x) >> >>'), ADDRESS],
  ['a form that is sent', () => withLink('<< /S /SubmitForm /F (https://evil.example) >>'), ACTION],
  ['media', () => buildPdf({ pages: [{ entries: '/Annots [<< /Subtype /RichMedia /Rect [0 0 9 9] >>]' }] }), ACTION],
  ['a file without its type', () => buildPdf({ catalog: '/AF [<< /F (a.exe) /EF << /F 3 0 R >> >>]' }), EMBEDDED],
  ['a form of another program', () => buildPdf({ catalog: '/AcroForm << /Fields [] /XFA [] >>' }), /dynamic form/],
  [
    'data in another file',
    () => buildPdf({ objects: ['<< /Length 0 /F (\\\\\\\\evil.example\\\\share) >>\nstream\n\nendstream'] }),
    OPENING,
  ],
  ['a script in an object that the document does not reach', () => buildPdf({ objects: [script] }), SCRIPT],
  ['a script in an object stream', () => packedPage({ catalog: `/OpenAction ${script}` }), SCRIPT],
  [
    'a script in an object stream, behind a reference',
    () => packedPage({ page: '/AA 7 0 R', objects: { 7: `<< /O ${script} >>` } }),
    SCRIPT,
  ],
  [
    'an embedded file in an object stream',
    () => packedPage({ catalog: '/Names << /EmbeddedFiles << /Names [] >> >>' }),
    EMBEDDED,
  ],
  ['a lost object in an object stream', () => packedPage({ objects: { 9: script } }), SCRIPT],
  [
    'an attachment of the library',
    () => libraryPdf((pdf) => pdf.addAttachment('a.txt', new TextEncoder().encode('hello'), { mimeType: 'text/plain' })),
    EMBEDDED,
  ],
  [
    'a script of the library',
    () =>
      libraryPdf((pdf) => {
        const action = PdfDict.of({ S: PdfName.of('JavaScript'), JS: PdfString.fromString('app.alert(1)') })
        pdf.getCatalog().set('OpenAction', pdf.register(action))
      }),
    SCRIPT,
  ],
  [
    'encryption that hides a script',
    () =>
      libraryPdf((pdf) => {
        pdf.getCatalog().set('OpenAction', PdfDict.of({ S: PdfName.of('JavaScript'), JS: PdfString.fromString('x') }))
        pdf.setProtection({ ownerPassword: 'owner' })
      }),
    /protected with a password/,
  ],
])('refuses %s', async (_, make, reason) => {
  expect(await refusalOf(await make())).toMatch(reason)
})

test.each<[string, () => Buffer | Promise<Buffer>]>([
  ['pages', () => pagesOf(3)],
  ['pages in an object stream', () => packedPage()],
  ['a page of the library', () => libraryPdf(() => {})],
  ['a link to a web address', () => linkTo('(HTTPS://clinic.example/a:b?to=c:d)')],
  [
    'links to an email and a phone number',
    () => buildPdf({ objects: ['<< /S /URI /URI (mailto:desk@clinic.example) >>', '<< /S /URI /URI (tel:+15125550100) >>'] }),
  ],
  ['a link to a part of the file', () => linkTo('(guide.pdf#page=3:a)')],
  ['a web address before each link', () => buildPdf({ catalog: '/URI << /Base (https://clinic.example/) >>' })],
  ['a page that is shown first', () => opens('[10 0 R /Fit]')],
  ['a page that is shown first, as an action', () => opens('<< /S /GoTo /D [10 0 R /Fit] >>')],
  ['parts of the text with unusual names', () => buildPdf({ objects: ['<< /Type /StructElem /S /Sound /P 1 0 R /K 0 >>'] })],
])('accepts %s', async (_, make) => {
  expect(await refusalOf(await make())).toBe('accepted')
})
