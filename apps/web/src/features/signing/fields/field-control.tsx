import { IconPencil, IconSignature } from '@tabler/icons-react'
import { CHECKED, type SigningField } from '@vialdesk/contract/documents/signing-fields'
import { type CSSProperties, type KeyboardEvent, useId } from 'react'
import { isMultiLine } from './field-box.ts'
import { elementIdOf, type FieldForm, isSignature } from './field-form.ts'
import { labelOf } from './field-steps.ts'
import classes from './fields.module.css'

interface Props {
  field: SigningField
  form: FieldForm
  style: CSSProperties
  /** Height of the page in points. */
  pagePoints: number
  onSign: (field: SigningField) => void
  onNext: () => void
}

/** Of each control: its name, its state and its error. */
function commonOf({ field, form }: Pick<Props, 'field' | 'form'>, errorId: string | undefined) {
  const name = field.type === 'radio' && field.group ? `${field.group}: ${field.value}` : labelOf(field)
  return {
    id: elementIdOf(field.id),
    'aria-label': field.required ? `${name} (required)` : name,
    'aria-describedby': errorId,
    ...(!isSignature(field) && { 'aria-invalid': errorId !== undefined }),
    ...(!isSignature(field) && field.type !== 'radio' && { 'aria-required': field.required }),
    onFocus: () => form.enter(field),
    onBlur: () => form.leave(field),
  }
}

interface ControlProps extends Omit<Props, 'style'> {
  value: string
  common: ReturnType<typeof commonOf>
}

/** Checked boxes and chosen radio buttons; a second press on an optional radio button clears it by the first option again. */
function Tick({ field, form, value, common }: ControlProps) {
  const isRadio = field.type === 'radio'
  const chosen = isRadio ? (field.value ?? '') : CHECKED
  return (
    <input
      {...common}
      type={isRadio ? 'radio' : 'checkbox'}
      name={isRadio ? `group-${field.group ?? field.id}` : undefined}
      checked={value === chosen}
      onChange={(event) => form.setValue(field, event.currentTarget.checked ? chosen : '')}
      className={classes.tick}
    />
  )
}

function Dropdown({ field, form, value, common }: ControlProps) {
  return (
    <select
      {...common}
      value={value}
      className={classes.input}
      onChange={(event) => form.setValue(field, event.currentTarget.value)}
    >
      <option value="">{field.required ? 'Choose…' : ''}</option>
      {field.options?.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  )
}

function TextInput({ field, form, value, common, pagePoints, onNext }: ControlProps) {
  const shared = { ...common, value, maxLength: 1000, className: classes.input, autoComplete: 'off' }
  if (field.type === 'text' && isMultiLine(field, pagePoints))
    return <textarea {...shared} onChange={(event) => form.setValue(field, event.currentTarget.value)} />
  const goOn = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onNext()
  }
  return (
    <input
      {...shared}
      type={field.type === 'date' ? 'date' : 'text'}
      inputMode={field.type === 'number' ? 'decimal' : undefined}
      placeholder={field.type === 'number' ? '0' : undefined}
      onKeyDown={goOn}
      onChange={(event) => form.setValue(field, event.currentTarget.value)}
    />
  )
}

function SignButton({ field, form, value, common, onSign }: ControlProps) {
  if (!isSignature(field)) return null
  const image = value === CHECKED ? form.adopted[field.type]?.image : undefined
  const name = common['aria-label']
  const verb = field.type === 'signature' ? 'Sign here' : 'Initial'
  return (
    <button
      {...common}
      type="button"
      aria-label={image ? `${name}: signed. Change` : `${verb}: ${name}`}
      className={classes.sign}
      data-signed={image !== undefined || undefined}
      onClick={() => onSign(field)}
    >
      {image ? (
        <img src={image} alt="" className={classes.picture} />
      ) : (
        <>
          {field.type === 'signature' ? <IconSignature size="1.3em" aria-hidden /> : <IconPencil size="1.1em" aria-hidden />}
          {verb}
        </>
      )}
    </button>
  )
}

const controlOf = ({ type }: SigningField) => {
  if (type === 'signature' || type === 'initials') return SignButton
  if (type === 'checkbox' || type === 'radio') return Tick
  return type === 'dropdown' ? Dropdown : TextInput
}

/** One field that the signer fills, as a form control in its place on the page. */
export function FieldControl({ style, ...props }: Props) {
  const { field, form } = props
  const errorId = useId()
  const value = form.values[field.id] ?? ''
  const error = form.left.has(field.id) && value !== '' ? form.progress.errors[field.id] : undefined
  const isCurrent =
    form.current !== undefined && form.steps.some(({ id, fields }) => id === form.current && fields.includes(field))
  const Control = controlOf(field)
  return (
    <div
      className={classes.field}
      style={style}
      data-type={field.type}
      data-filled={value !== '' || undefined}
      data-required={field.required || undefined}
      data-current={isCurrent || undefined}
      data-wrong={error !== undefined || undefined}
    >
      <Control {...props} value={value} common={commonOf(props, error ? errorId : undefined)} />
      {error && (
        <span id={errorId} className={classes.error} role="alert">
          {error}
        </span>
      )}
    </div>
  )
}
