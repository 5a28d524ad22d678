/** The documents of the demo business, as PDFs with their fields. The texts are made up. */
import { measureText, PDF, type PDFPage, rgb } from '@libpdf/core'
import { type DocumentGroup, documentNames } from '@vialdesk/contract/documents/document-groups'
import type { FieldType, SignerRole, SigningField } from '@vialdesk/contract/documents/signing-fields'

export interface Agreement {
  type: 2 | 4 | 5
  group: DocumentGroup | null
  title: string
  description: string
  /** Texts by their headings. */
  sections: Readonly<Record<string, string>>
  /** Asked for before the signature. */
  questions: readonly string[]
}

export const agreements: readonly Agreement[] = [
  {
    type: 2,
    group: 'attestation',
    title: documentNames.attestation,
    description: 'Questions about your health, answered before the harvest',
    sections: {
      Purpose:
        'The answers help your harvest center to decide whether adipose tissue can be collected from you safely. They stay part of your record at the laboratory.',
      'Your statement':
        'I have answered every question truthfully and to the best of my knowledge. I will tell my harvest center about any change in my health before the day of the harvest. I understand that an incomplete answer may make my cells unsuitable for use.',
      'Your choice':
        'I may decline to answer a question. In that case the harvest center may postpone or decline the harvest. I may ask for a copy of this document at any time.',
    },
    questions: ['I have no active infection', 'I have listed all of my medication', 'I have had time to ask questions'],
  },
  {
    type: 2,
    group: 'processing',
    title: documentNames.processing,
    description: 'Agreement on the processing of your cells',
    sections: {
      'The service':
        'The laboratory isolates and expands cells from the adipose tissue that your harvest center ships. Processing usually takes about ten weeks from the day on which the tissue arrives.',
      'Quality checks':
        'Each batch passes quality checks before it is released. The laboratory informs your harvest center if a batch does not pass, and agrees on the next step with you.',
      'For your own use':
        'The cells are for autologous use only: they may be used for you and for nobody else. Each vial carries a code that leads back to you and to your harvest.',
    },
    questions: ['I agree to the processing of my tissue', 'I agree to the quality checks'],
  },
  {
    type: 2,
    group: 'storage',
    title: documentNames.storage,
    description: 'Agreement on the storage of your cells',
    sections: {
      Storage:
        'Your vials are stored in the vapor phase of liquid nitrogen. The laboratory records the place of each vial, and every time at which a vial is moved.',
      'Fees and term':
        'Storage is paid yearly. If a fee is not paid, the laboratory reminds you three times before it ends this agreement. You may end it at any time with thirty days of notice.',
      'When you end the agreement':
        'You choose whether your vials are shipped to a center of your choice or disposed of. The laboratory records what was done, by whom, and when.',
    },
    questions: ['I agree to the storage of my vials', 'I have received the list of fees'],
  },
  {
    type: 4,
    group: null,
    title: 'Harvest Center Agreement',
    description: 'Duties of a harvest center',
    sections: {
      Collection:
        'The center collects adipose tissue by the procedure of the laboratory, with the kits that the laboratory provides, and ships it on the day of the harvest.',
      Records: 'The center keeps its records for at least ten years, and lets the laboratory see those of its patients.',
    },
    questions: ['We have read the procedure'],
  },
  {
    type: 5,
    group: null,
    title: 'Referral Center Agreement',
    description: 'Duties of a referral center',
    sections: {
      Referral: 'The center refers patients to a harvest center, and informs them about the service without promising a result.',
      Privacy: 'The center uses the data of its patients for the referral only, and protects them as the law demands.',
    },
    questions: ['We will inform patients truthfully'],
  },
]

const PAGE = { width: 612, height: 792 }
const MARGIN = 72
const TEXT_WIDTH = PAGE.width - 2 * MARGIN

function wrapped(text: string, size: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && measureText(longer, 'Helvetica', size) <= TEXT_WIDTH) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Writes from the top of the page down. */
function writer(page: PDFPage) {
  let y = PAGE.height - MARGIN
  return {
    line(text: string, { size = 10.5, bold = false, gap = 5, indent = 0, color = rgb(0.12, 0.15, 0.17) } = {}) {
      y -= size
      page.drawText(text, { x: MARGIN + indent, y, size, font: bold ? 'Helvetica-Bold' : 'Helvetica', color })
      y -= gap
    },
    space: (points: number) => {
      y -= points
    },
    /** From the top of the page. */
    top: () => PAGE.height - y,
  }
}

interface Place {
  type: FieldType
  left: number
  top: number
  width: number
  height: number
}

const fieldAt = (
  role: SignerRole,
  { type, left, top, width, height }: Place,
  label: string,
  more: Partial<SigningField> = {},
) => ({
  ...{ id: `${type}-${Math.round(top)}-${Math.round(left)}`, type, role, page: 1, required: type !== 'prefill', label },
  ...{ x: left / PAGE.width, y: top / PAGE.height, width: width / PAGE.width, height: height / PAGE.height },
  ...more,
})

/** The PDF of an agreement, and the fields that the signer fills in it. */
export async function drawAgreement(agreement: Agreement, business: string): Promise<{ pdf: Buffer; fields: SigningField[] }> {
  const role: SignerRole = agreement.type === 2 ? 'patient' : 'center'
  const pdf = PDF.create()
  const page = pdf.addPage(PAGE)
  const { line, space, top } = writer(page)
  const grey = rgb(0.4, 0.44, 0.47)
  line(business, { size: 10, bold: true, color: grey, gap: 10 })
  line(agreement.title, { size: 20, bold: true, gap: 18 })
  const fields = [
    fieldAt(role, { type: 'prefill', left: MARGIN + 52, top: top() - 2, width: 260, height: 15 }, 'Name', {
      source: role === 'patient' ? 'patient.name' : 'center.name',
    }),
  ]
  line('Signer:', { color: grey, gap: 20 })
  for (const [heading, text] of Object.entries(agreement.sections)) {
    line(heading, { size: 12, bold: true, gap: 6 })
    for (const words of wrapped(text, 10.5)) line(words)
    space(12)
  }
  for (const question of agreement.questions) {
    fields.push(fieldAt(role, { type: 'checkbox', left: MARGIN, top: top() - 1, width: 13, height: 13 }, question))
    // At the zoom at which phones fill fields, the boxes of two lines do not touch.
    line(question, { indent: 22, gap: 16 })
  }
  space(26)
  const row = top()
  fields.push(
    fieldAt(role, { type: 'signature', left: MARGIN, top: row, width: 220, height: 48 }, 'Signature'),
    fieldAt(role, { type: 'date_signed', left: MARGIN + 270, top: row + 26, width: 150, height: 18 }, 'Date'),
  )
  space(52)
  page.drawRectangle({ x: MARGIN, y: PAGE.height - top(), width: 220, height: 0.7, color: grey })
  page.drawRectangle({ x: MARGIN + 270, y: PAGE.height - top(), width: 150, height: 0.7, color: grey })
  const below = { y: PAGE.height - top() - 12, size: 8.5, font: 'Helvetica', color: grey } as const
  page.drawText('Signature', { x: MARGIN, ...below })
  page.drawText('Date signed', { x: MARGIN + 270, ...below })
  return { pdf: Buffer.from(await pdf.save()), fields }
}
