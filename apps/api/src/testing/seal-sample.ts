/** Completes a document of ten pages, as the job that seals it does: values, certificate, seal. For the bench. */
import { PDF } from '@libpdf/core'
import type { SigningField } from '@vialdesk/contract/documents/signing-fields'
import { drawSignature } from '#api/demo/values/draw-strokes.ts'
import { appendCertificate } from '#api/platform/pdf/certificate.ts'
import { type DrawnField, drawValues } from '#api/platform/pdf/draw-values.ts'
import { preparePdf } from '#api/platform/pdf/prepare-pdf.ts'
import { testSeal } from './test-seal.ts'

const PAGES = 10
const LINES = 40
const at = new Date('2026-11-22T18:15:07Z')
const person = { name: 'Maria García', at, timeZone: 'America/Los_Angeles', meaning: 'Patient agreement', shortId: '7F3A-91C2' }
async function original(): Promise<Buffer> {
  const pdf = PDF.create()
  for (let number = 1; number <= PAGES; number += 1) {
    const page = pdf.addPage({ size: 'letter' })
    for (let line = 0; line < LINES; line += 1)
      page.drawText(`Page ${number}, line ${line + 1}: the patient agrees to the storage of cells.`, {
        x: 72,
        y: 720 - line * 15,
      })
  }
  return (await preparePdf(Buffer.from(await pdf.save()))).pdf
}

const fieldOn = (page: number, type: SigningField['type']): SigningField => ({
  ...{ id: `${type}-${page}`, type, role: 'patient', page, required: true, label: 'Field' },
  ...{ x: 0.1, y: type === 'signature' ? 0.9 : 0.85, width: 0.4, height: type === 'signature' ? 0.06 : 0.03 },
})

function drawnOf(image: Buffer): DrawnField[] {
  return Array.from({ length: PAGES }, (_, index) => index + 1).flatMap((page) => [
    { field: fieldOn(page, 'signature'), image, manifestation: person },
    { field: fieldOn(page, 'text'), text: `Answer of page ${page}` },
  ])
}

/** Returns how to complete the document once; its pages without the certificate are ten. */
export async function sealSample(): Promise<() => Promise<void>> {
  const pdf = await original()
  const signature = await drawSignature(1)
  const drawn = drawnOf(signature)
  const seal = testSeal()
  const signer = { ...person, role: 'Patient', email: 'maria@patients.example', signedAt: at, signature }
  const certificate = {
    ...{ business: 'Acme Cells', documentId: 'd'.repeat(40), title: 'Storage Agreement', originalSha256: 'a'.repeat(64) },
    brand: { color: '#0b6e6e', contact: '' },
    ...{ createdAt: at, completedAt: at, timeZone: 'America/New_York', signers: [signer] },
    history: Array.from({ length: 10 }, () => ({ at, event: 'Viewed', by: person.name })),
    verifyUrl: 'https://portal.example.com/verify',
  }
  return async () => {
    await seal.seal(await appendCertificate(await drawValues(pdf, drawn), certificate))
  }
}
