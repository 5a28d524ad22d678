/** Fields that the server would refuse, by the same schema. */
import { SigningField } from '@vialdesk/contract/signing-fields'
import { nameOf } from './field-text.ts'
import type { Fields } from './history.ts'

type Problems = Partial<Record<string, string>>

/** Fields are never changed in place, and a drag asks for all of them again. */
const known = new WeakMap<SigningField, Problems>()

/** Messages by attribute. */
export function problemsOf(field: SigningField): Problems {
  const found = known.get(field)
  if (found) return found
  const issues = SigningField.safeParse(field).error?.issues ?? []
  const problems = Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]))
  known.set(field, problems)
  return problems
}

export function firstProblem(fields: Fields): { id: string; text: string } | undefined {
  for (const field of fields) {
    const [message] = Object.values(problemsOf(field))
    if (message) return { id: field.id, text: `${nameOf(field)} on page ${field.page}: ${message}` }
  }
  return undefined
}
