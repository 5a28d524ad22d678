/** The certificate of completion: pages at the end of a signed document that say who signed it, how and when. */
import { PDF, rgb } from '@libpdf/core'
import type { PageSize } from '@vialdesk/contract/documents/signing-fields'
import { drawQrCode } from '#api/platform/print/barcodes.ts'
import { penOn } from '#api/platform/print/pen.ts'
import { CertificatePages, MARGIN } from './pages/certificate-pages.ts'
import { formatInstant } from './pages/format-instant.ts'
import { visibleBox, visibleSize } from './pages/page-geometry.ts'
import { BLACK, GRAY, LINE } from './pages/page-pen.ts'

export interface CertificateSigner {
  /** For example `Patient`. */
  role: string
  name: string
  email: string
  /** The disclosure that the signer accepted. */
  consent?: { version: string; at: Date }
  viewedAt?: Date
  signedAt: Date
  /** The signer's own, in which the times of this signer are written. */
  timeZone: string
  /** For example `Patient agreement`. */
  meaning: string
  ip?: string
  userAgent?: string
  /** PNG. */
  signature?: Buffer
  shortId: string
}

export interface CertificateEvent {
  at: Date
  /** A sentence or a few words, for example `Viewed`. */
  event: string
  /** A name, or blank for the portal. */
  by?: string
  ip?: string
}

export interface CertificateBrand {
  /** `#rrggbb`, readable on white. */
  color: string
  /** PNG. */
  logo?: Buffer | undefined
  /** Postal address and phone number, in one line. May be blank. */
  contact: string
}

export interface CertificateData {
  /** The name of the domain. */
  business: string
  brand: CertificateBrand
  documentId: string
  title: string
  /** Of the PDF before anything was drawn on it, in hexadecimal. */
  originalSha256: string
  templateVersion?: number
  createdAt: Date
  completedAt: Date
  /** The domain's, in which the times of the document are written. */
  timeZone: string
  signers: CertificateSigner[]
  history: CertificateEvent[]
  /** The URL of the page where a file can be compared with its record. */
  verifyUrl: string
}

const LETTER: PageSize = { width: 612, height: 792 }
/** A smaller page has no room for the certificate. */
const MIN_SIDE = 480
const QR_CODE = 62
const PICTURE = { width: 150, height: 60 }
const LOGO = { width: 220, height: 28 }

const colorOf = (hex: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  return rgb(red, green, blue)
}

const finalNote = (verifyUrl: string) =>
  `This certificate is a part of the sealed file. The file has a digital signature: PDF readers that check signatures find every later change to it, and so does ${verifyUrl}.`

async function drawHeader(pages: CertificatePages, { business, brand, verifyUrl }: CertificateData): Promise<void> {
  const { x, y, width, height } = pages.take(QR_CODE + (brand.logo ? LOGO.height : 0))
  const text = { x, width: width - QR_CODE - 16 }
  if (brand.logo) pages.pen.image({ x, y: y + height - LOGO.height, ...LOGO }, brand.logo)
  const color = colorOf(brand.color)
  await pages.pen.text({ ...text, y: y + 42, height: 14 }, business, { size: 10, minSize: 5, bold: true, color })
  await pages.pen.text({ ...text, y: y + 12, height: 28 }, 'Certificate of completion', { size: 20, bold: true })
  drawQrCode(penOn(pages.pen.page, 0, 0), verifyUrl, x + width - QR_CODE, y + height - QR_CODE, QR_CODE)
  pages.y -= 8
  pages.line(color, 1.5)
}

async function drawDocument(pages: CertificatePages, data: CertificateData, pageCount: number): Promise<void> {
  await pages.heading('Document')
  await pages.labelled('Title', data.title)
  await pages.labelled('Document ID', data.documentId)
  await pages.labelled('Issued by', [data.business, data.brand.contact].filter(Boolean).join(', '))
  if (data.templateVersion !== undefined) await pages.labelled('Template version', `${data.templateVersion}`)
  await pages.labelled('Pages without certificate', `${pageCount}`)
  await pages.labelled('Created', formatInstant(data.createdAt, data.timeZone))
  await pages.labelled('Completed', formatInstant(data.completedAt, data.timeZone))
  await pages.labelled('SHA-256 of the original', data.originalSha256)
  await pages.labelled('Check this file at', data.verifyUrl)
}

/** What is known of a signer, as rows. */
function rowsOf(signer: CertificateSigner): [label: string, value: string][] {
  const time = (at: Date | undefined) => (at ? formatInstant(at, signer.timeZone) : '')
  const consent = signer.consent ? `${time(signer.consent.at)} (disclosure ${signer.consent.version})` : ''
  const rows: [string, string][] = [
    ['Email', signer.email],
    ['Consent', consent],
    ['Viewed', time(signer.viewedAt)],
    ['Signed', time(signer.signedAt)],
    ['Meaning', signer.meaning],
    ['IP address', signer.ip ?? ''],
    ['Device', signer.userAgent ?? ''],
    ['Signature ID', signer.shortId],
  ]
  return rows.filter(([, value]) => value !== '')
}

async function drawSigner(pages: CertificatePages, signer: CertificateSigner): Promise<void> {
  pages.need(150)
  const left = PICTURE.width + 18
  const top = pages.y
  const picture = { x: MARGIN, y: top - PICTURE.height, ...PICTURE }
  pages.pen.page.drawRectangle({ ...picture, borderColor: LINE, borderWidth: 0.75, cornerRadius: 3 })
  const inner = { x: picture.x + 8, y: picture.y + 6, width: picture.width - 16, height: picture.height - 12 }
  if (signer.signature) pages.pen.image(inner, signer.signature, 'center')
  else await pages.pen.text(inner, signer.name, { size: 14, minSize: 5, align: 'center' })
  const { pen } = pages
  await pages.row(
    [
      { text: signer.name, width: 0.72, style: { size: 10, bold: true } },
      { text: signer.role, width: 0.28, style: { size: 8.5, color: GRAY, align: 'right' } },
    ],
    { left },
  )
  for (const [label, value] of rowsOf(signer)) await pages.labelled(label, value, { left, part: 0.22 })
  // A signer with much text may have reached the next page.
  if (pages.pen === pen) pages.y = Math.min(pages.y, picture.y)
  pages.y -= 12
}

async function drawHistory(pages: CertificatePages, { history, timeZone }: CertificateData): Promise<void> {
  await pages.heading('History')
  const widths = [0.31, 0.31, 0.23, 0.15] as const
  const header = ['Time', 'Event', 'By', 'IP address'].map((text, index) => ({
    ...{ text, width: widths[index] ?? 0, style: { size: 8, bold: true, color: GRAY } },
  }))
  await pages.row(header)
  for (const { at, event, by = '', ip = '' } of history) {
    const texts = [formatInstant(at, timeZone), event, by, ip]
    await pages.row(
      texts.map((text, index) => ({ text, width: widths[index] ?? 0, style: { size: 8, color: BLACK } })),
      { gap: 4 },
    )
  }
}

/** The certificate has the size of the last page, as the reader sees it. */
function sizeFor(pdf: PDF): PageSize {
  const last = pdf.getPages().at(-1)
  const size = last ? visibleSize(visibleBox(last, (ref) => pdf.getObject(ref))) : LETTER
  return size.width >= MIN_SIDE && size.height >= MIN_SIDE ? size : LETTER
}

export async function appendCertificate(bytes: Buffer, data: CertificateData): Promise<Buffer> {
  const pdf = await PDF.load(bytes)
  const pageCount = pdf.getPageCount()
  const pages = new CertificatePages(pdf, sizeFor(pdf))
  await drawHeader(pages, data)
  await drawDocument(pages, data, pageCount)
  await pages.heading(data.signers.length === 1 ? 'Signature' : 'Signatures')
  for (const signer of data.signers) await drawSigner(pages, signer)
  await drawHistory(pages, data)
  pages.y -= 10
  await pages.row([{ text: finalNote(data.verifyUrl), width: 1, style: { size: 8, color: GRAY } }])
  await pages.end(`Document ${data.documentId}`)
  pdf.setTitle(data.title)
  return Buffer.from(await pdf.save({ subsetFonts: true }))
}
