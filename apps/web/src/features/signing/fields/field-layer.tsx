import { printedValue } from '@vialdesk/contract/documents/field-values'
import type { SigningDocument } from '@vialdesk/contract/documents/signing'
import { CHECKED, fieldTypes, type SigningField, signerRoleNames } from '@vialdesk/contract/documents/signing-fields'
import { formatDateTime } from '#web/lib/format/dates.ts'
import type { ShownPage } from '#web/ui/pdf/use-pdf.ts'
import { fieldBox } from './field-box.ts'
import { FieldControl } from './field-control.tsx'
import { type FieldForm, isSignature } from './field-form.ts'
import { inReadingOrder, labelOf } from './field-steps.ts'
import classes from './fields.module.css'

interface Props {
  document: SigningDocument
  form: FieldForm
  page: ShownPage
  /** The page on screen, in CSS pixels. */
  width: number
  /** The signer checks the entries and changes nothing. */
  isReview: boolean
  onSign: (field: SigningField) => void
  onNext: () => void
}

const todayOnDevice = () => {
  const now = new Date()
  const two = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** What the portal will write into the fields that it fills when the signer finishes. */
const automaticValue: Partial<Record<SigningField['type'], (document: SigningDocument) => string>> = {
  full_name: ({ signer }) => signer.name,
  email: ({ signer }) => signer.email,
  date_signed: () => todayOnDevice(),
}

function shownValue(document: SigningDocument, form: FieldForm, field: SigningField): string {
  const known = document.values.find(({ field_id }) => field_id === field.id)?.value
  if (known !== undefined) return known
  if (field.role !== document.signer.role) return ''
  return automaticValue[field.type]?.(document) ?? form.values[field.id] ?? ''
}

/** The signature of a signer who has finished: the name, the time and the meaning, as the sealed file prints them. */
function Manifestation({ document, field }: { document: SigningDocument; field: SigningField }) {
  const signed = document.signatures.find(({ role }) => role === field.role)
  return (
    <span className={classes.manifestation}>
      <strong>{signed ? `Signed by ${signed.name}` : `Signed: ${signerRoleNames[field.role]}`}</strong>
      {signed && (
        <>
          <span>{formatDateTime(signed.signed_at)}</span>
          <span>
            {signed.meaning} · {signed.short_id}
          </span>
        </>
      )}
    </span>
  )
}

interface FixedProps extends Pick<Props, 'document' | 'form'> {
  field: SigningField
  value: string
}

function Content({ document, form, field, value }: FixedProps) {
  if (isSignature(field)) {
    const own = form.adopted[field.type]
    if (field.role === document.signer.role && own)
      return <img src={own.image} alt={labelOf(field)} className={classes.picture} />
    return <Manifestation document={document} field={field} />
  }
  if (field.type === 'checkbox') return <span className={classes.mark}>{value === CHECKED && '✓'}</span>
  if (field.type === 'radio') return <span className={classes.mark}>{value !== '' && '●'}</span>
  return <>{printedValue(field, value)}</>
}

function FixedField({ style, ...props }: FixedProps & { style: React.CSSProperties }) {
  const { field, value, document } = props
  const isLater = field.role !== document.signer.role && value === ''
  if (value === '' && !(isLater && isSignature(field))) return null
  return (
    <div
      className={classes.fixed}
      style={style}
      data-later={isLater || undefined}
      data-centered={field.type === 'checkbox' || field.type === 'radio' || undefined}
    >
      <span className="visually-hidden">{labelOf(field)}: </span>
      {isLater ? `${signerRoleNames[field.role]} signs here` : <Content {...props} />}
    </div>
  )
}

/** The fields of one page, over its picture. The order in the document is the reading order. */
export function FieldLayer({ page, width, isReview, onSign, onNext, document, form }: Props) {
  const scale = width / page.width
  const onScreen = { width, height: page.height * scale, scale }
  const fields = inReadingOrder(document.fields.filter((field) => field.page === page.number))
  return fields.map((field) => {
    const isOpen = !isReview && field.role === document.signer.role && fieldTypes[field.type].filledBy === 'signer'
    const style = fieldBox(field, onScreen, isOpen)
    const each = { field, style, form }
    if (isOpen) return <FieldControl key={field.id} {...each} pagePoints={page.height} onSign={onSign} onNext={onNext} />
    return <FixedField key={field.id} {...each} document={document} value={shownValue(document, form, field)} />
  })
}
