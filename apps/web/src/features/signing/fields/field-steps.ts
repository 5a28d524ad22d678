/** The fields that one signer fills, as steps in reading order: a group of radio buttons is one step. */
import { type FieldValues, fieldValueErrors, isFilledBy } from '@vialdesk/contract/documents/field-values'
import { fieldTypes, type SignerRole, type SigningField } from '@vialdesk/contract/documents/signing-fields'

export interface FieldStep {
  /** The id of the first field, which gets the focus. */
  id: string
  fields: SigningField[]
  required: boolean
  label: string
}

/** Fields whose upper edges are nearer than this part of the page are on one line. */
const SAME_LINE = 0.012

/** Page by page, line by line, from left to right: also the order of the Tab key. */
export function inReadingOrder(fields: readonly SigningField[]): SigningField[] {
  const byHeight = [...fields].sort((a, b) => a.page - b.page || a.y - b.y)
  const lines: SigningField[][] = []
  for (const field of byHeight) {
    const line = lines.at(-1)
    const first = line?.[0]
    if (line && first && first.page === field.page && field.y - first.y < SAME_LINE) line.push(field)
    else lines.push([field])
  }
  return lines.flatMap((line) => line.sort((a, b) => a.x - b.x))
}

export const labelOf = (field: SigningField) => field.label || fieldTypes[field.type].label

export function stepsOf(fields: readonly SigningField[], role: SignerRole): FieldStep[] {
  const own = inReadingOrder(fields.filter((field) => isFilledBy(role, field)))
  const groups = Map.groupBy(own, ({ id, type, group }) => (type === 'radio' && group ? `group ${group}` : id))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const label = first.type === 'radio' && first.group ? first.group : labelOf(first)
    return [{ id: first.id, fields: group, required: group.some(({ required }) => required), label }]
  })
}

export interface Progress {
  /** Required fields that are filled correctly, and all required fields. */
  done: number
  total: number
  /** The step to fill next: required and empty, or wrong. Undefined when nothing is left. */
  next: FieldStep | undefined
  /** Errors by field id, of values that do not fit and of required fields without a value. */
  errors: Record<string, string>
}

/** `after` is the id of the step that has the focus: the next step is searched behind it first, and then from the beginning. */
export function progressOf(
  { fields, role, steps }: { fields: readonly SigningField[]; role: SignerRole; steps: readonly FieldStep[] },
  values: FieldValues,
  after?: string,
): Progress {
  const errors = fieldValueErrors(fields, role, values)
  const isWrong = (step: FieldStep) => step.fields.some(({ id }) => errors[id] !== undefined)
  const required = steps.filter((step) => step.required)
  const open = steps.filter(isWrong)
  const from = steps.findIndex(({ id }) => id === after)
  return {
    done: required.filter((step) => !isWrong(step)).length,
    total: required.length,
    next: open.find((step) => steps.indexOf(step) > from) ?? open[0],
    errors,
  }
}
