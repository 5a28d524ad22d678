import sharp from 'sharp'
import { expect, test } from 'vitest'
import { codesInArea, colorsOf, greyOf, type Picture, picturesOf } from '#api/platform/print/render-pdf.fixture.ts'
import { appendCertificate, type CertificateData, type CertificateSigner } from './certificate.ts'
import { A4, buildPdf, pagesOf } from './pdf.fixture.ts'
import { pdfText } from './poppler.fixture.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 18, minute))
const signer = (more: Partial<CertificateSigner> = {}): CertificateSigner => ({
  ...{ role: 'Patient', name: 'Maria García', email: 'maria@patients.example', consent: { version: '2026-11', at: at(1) } },
  ...{ viewedAt: at(2), signedAt: at(3), timeZone: 'America/Los_Angeles', meaning: 'Patient agreement', ip: '203.0.113.7' },
  ...{ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/146.0', shortId: '7F3A-91C2' },
  ...more,
})
const data = (more: Partial<CertificateData> = {}): CertificateData => ({
  ...{ business: 'Acme Cells', documentId: 'd'.repeat(40), title: 'Storage Agreement', originalSha256: 'a'.repeat(64) },
  brand: { color: '#0b6e6e', contact: '' },
  ...{ templateVersion: 3, createdAt: at(0), completedAt: at(9), timeZone: 'America/New_York', signers: [signer()] },
  ...{ history: [{ at: at(0), event: 'Created' }], verifyUrl: 'https://portal.example.com/verify' },
  ...more,
})
/** The code of the page that checks the document is at the upper right. */
async function expectSizeAndCode(certificate: Picture, width: number, height: number) {
  expect([certificate.width, certificate.height]).toEqual([width, height])
  const url = await codesInArea(certificate, { left: width - 140, top: 30, width: 120, height: 110 })
  expect(url).toEqual([{ format: 'QRCode', text: 'https://portal.example.com/verify' }])
}
const words = (pdf: Buffer) => pdfText(pdf).replaceAll(/\s+/g, ' ')

test('says everything about the document, its signers and its history', async () => {
  const signature = await sharp({ create: { width: 80, height: 30, channels: 4, background: '#123' } })
    .png()
    .toBuffer()
  const center = signer({ role: 'Center', name: 'שרה כהן', email: 'center@clinic.example', shortId: '1111-2222', signature })
  const history = [
    { at: at(0), event: 'Created' },
    { at: at(3), event: 'Signed', by: 'Maria García', ip: '203.0.113.7' },
  ]
  const pdf = await appendCertificate(pagesOf(2), data({ signers: [signer(), center], history }))
  const text = words(pdf)
  for (const expected of [
    ...['Acme Cells', 'Certificate of completion', 'Storage Agreement', 'd'.repeat(40), 'a'.repeat(64), 'Template version 3'],
    ...['https://portal.example.com/verify', 'Maria García', 'maria@patients.example', 'center@clinic.example', '203.0.113.7'],
    ...['Nov 22, 2026, 10:01:00 AM PST (disclosure 2026-11)', 'Signed Nov 22, 2026, 10:03:00 AM PST', 'Patient agreement'],
    ...[
      'Firefox/146.0',
      '7F3A-91C2',
      '1111-2222',
      'Completed Nov 22, 2026, 1:09:00 PM EST',
      'Created',
      'Pages without certificate 2',
    ],
  ])
    expect(text).toContain(expected)
  expect(text).toContain('Agreement 2')
})

test('shows the brand: its colour, its contact, and its logo above the name', async () => {
  const logo = await sharp({ create: { width: 200, height: 60, channels: 3, background: '#aa00aa' } })
    .png()
    .toBuffer()
  const brand = { color: '#7c3a7c', logo, contact: '1 Main Street, Boston, +1 555 0100' }
  const pdf = await appendCertificate(pagesOf(1), data({ brand }))
  expect(words(pdf)).toContain('Issued by Acme Cells, 1 Main Street, Boston, +1 555 0100')
  const [certificate] = (await picturesOf(pdf, 203, 1)) as [Picture]
  // Colours that read the same in both orders of the bytes.
  const colors = colorsOf(certificate)
  expect([colors.has('aa00aa'), colors.has('7c3a7c')]).toEqual([true, true])
  await expectSizeAndCode(certificate, 612, 792)
})

test.each([
  ['A4', buildPdf({ pages: [{}, { mediaBox: A4 }] }), 595, 842],
  ['turned', buildPdf({ pages: [{ entries: '/Rotate 90' }] }), 792, 612],
  ['too small for a certificate', buildPdf({ pages: [{ mediaBox: '[0 0 200 300]' }] }), 612, 792],
])('has the size of the last page: %s', async (kind, pdf, width, height) => {
  const [certificate] = (await picturesOf(await appendCertificate(pdf, data()), 203, kind === 'A4' ? 2 : 1)) as [Picture]
  await expectSizeAndCode(certificate, width, height)
})

test('goes on on further pages, and writes nothing beyond the margins', async () => {
  const history = Array.from({ length: 120 }, (_, index) => ({
    at: at(index),
    event: `Event ${index} happened`,
    by: 'Maria García',
  }))
  const long = signer({
    userAgent: 'Mozilla/5.0 '.repeat(60),
    name: 'Bartholomew '.repeat(8),
    email: `${'e'.repeat(200)}@mail.example`,
  })
  const pdf = await appendCertificate(pagesOf(1), data({ signers: [long, long, long], history, title: 'Agreement '.repeat(25) }))
  const pages = await picturesOf(pdf, 72)
  expect(pages.length).toBeGreaterThan(4)
  const text = words(pdf)
  expect(text).toContain('Event 0 happened')
  expect(text).toContain('Event 119 happened')
  expect(text).toContain(`Certificate page ${pages.length - 1} of ${pages.length - 1}`)
  for (const page of pages.slice(1)) {
    const area = { left: Math.round(page.width) - 45, top: 0, width: 45, height: Math.round(page.height) }
    const margin = await sharp(await greyOf(page).extract(area).png().toBuffer()).stats()
    expect(margin.channels[0]?.min).toBe(255)
  }
})
