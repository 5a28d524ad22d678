/** What signers fill in: one check for the signing page and the server, and the text that is shown and printed. */
import { ownValue } from '../base/own-value.ts'
import { DateInput, INVALID_CHARACTERS, isStorableText } from '../base/primitives.ts'
import { REQUIRED } from '../base/validation-messages.ts'
import { CHECKED, type FieldType, fieldTypes, MAX_FIELD_TEXT, type SignerRole, type SigningField } from './signing-fields.ts'

/** Values by field id. */
export type FieldValues = Readonly<Record<string, string>>

const givenValue = (values: FieldValues, id: string) => ownValue(values, id) ?? ''

export const CHOOSE_OPTION = 'Choose an option.'
export const SIGN_HERE = 'Sign here.'
const ENTER_NUMBER = 'Enter a number.'
const UNKNOWN_FIELD = 'This document has no such field for you.'

/** True for a field that the signer with this role fills. The portal fills the others. */
export const isFilledBy = (role: SignerRole, field: SigningField) =>
  field.role === role && fieldTypes[field.type].filledBy === 'signer'

const NUMBER = /^-?\d{1,15}(?:\.\d{1,10})?$/
const CONTROL = /[^\P{Cc}\n\r\t]/u

/** Why a value that is not blank does not fit its field; undefined if it fits. */
const valueErrors: Record<FieldType, (value: string, field: SigningField) => string | undefined> = {
  signature: (value) => (value === CHECKED ? undefined : SIGN_HERE),
  initials: (value) => (value === CHECKED ? undefined : SIGN_HERE),
  checkbox: (value) => (value === CHECKED ? undefined : CHOOSE_OPTION),
  radio: (value, field) => (value === field.value ? undefined : CHOOSE_OPTION),
  dropdown: (value, { options }) => (options?.includes(value) ? undefined : CHOOSE_OPTION),
  date: (value) => DateInput.safeParse(value).error?.issues[0]?.message,
  number: (value) => (NUMBER.test(value) ? undefined : ENTER_NUMBER),
  text: (value) => (CONTROL.test(value) ? INVALID_CHARACTERS : undefined),
  full_name: () => undefined,
  email: () => undefined,
  date_signed: () => undefined,
  prefill: () => undefined,
}

function valueError(field: SigningField, value: string): string | undefined {
  if (!isStorableText(value)) return INVALID_CHARACTERS
  if (value.length > MAX_FIELD_TEXT) return `Enter at most ${MAX_FIELD_TEXT} characters.`
  return valueErrors[field.type](value, field)
}

const requiredErrors: Partial<Record<FieldType, string>> = {
  signature: SIGN_HERE,
  initials: SIGN_HERE,
  radio: CHOOSE_OPTION,
  dropdown: CHOOSE_OPTION,
}

/** Errors of a group of radio buttons: two chosen ones, or none where one button is required. */
function groupErrors(group: SigningField[], values: FieldValues): [string, string][] {
  const chosen = group.filter(({ id }) => givenValue(values, id))
  const [first] = group
  if (first && chosen.length === 0 && group.some(({ required }) => required)) return [[first.id, CHOOSE_OPTION]]
  return chosen.slice(1).map(({ id }) => [id, 'Choose only one option.'])
}

/**
 * Errors by field id of what the signer with this role filled in. Values of fields that the portal fills are ignored; a value
 * for a field of another signer is an error. A radio button without a group is a group of its own.
 */
export function fieldValueErrors(fields: readonly SigningField[], role: SignerRole, values: FieldValues): Record<string, string> {
  const own = fields.filter((field) => isFilledBy(role, field))
  const known = new Set(fields.filter((field) => field.role === role).map(({ id }) => id))
  const unknown = Object.keys(values).filter((id) => givenValue(values, id) && !known.has(id))
  const single = own.flatMap((field): [string, string][] => {
    const value = givenValue(values, field.id)
    if (value) {
      const error = valueError(field, value)
      return error === undefined ? [] : [[field.id, error]]
    }
    return field.required && field.type !== 'radio' ? [[field.id, requiredErrors[field.type] ?? REQUIRED]] : []
  })
  const groups = Map.groupBy(
    own.filter(({ type }) => type === 'radio'),
    ({ id, group }) => group ?? id,
  )
  const inGroups = [...groups.values()].flatMap((group) => groupErrors(group, values))
  return Object.fromEntries([...unknown.map((id) => [id, UNKNOWN_FIELD]), ...inGroups, ...single])
}

const asDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** The text of a value on the screen and on paper. Days are stored as `YYYY-MM-DD`. */
export function printedValue({ type }: Pick<SigningField, 'type'>, value: string): string {
  const isDay = (type === 'date' || type === 'date_signed') && DateInput.safeParse(value).success
  return isDay ? asDay.format(new Date(value)) : value
}
