/** What the lines of a file refer to: centers, reps, labs and tags by id or by name, and addresses that are taken. */
import { membershipIds } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'

/** Finds one by what stands in a cell; a sentence where there is none, or more than one. */
export type Find = (cell: string) => { id: number } | { message: string }

interface Wanted {
  role: 'harvest_center' | 'sales_rep' | 'lab'
  /** By what else than the id. */
  by: 'company' | 'email_key'
  none: string
  several: string
}

export const wanted = {
  harvest_center: {
    role: 'harvest_center',
    by: 'company',
    none: 'There is no active harvest center with this ID or company name.',
    several: 'Several harvest centers have this company name. Enter the ID.',
  },
  sales_rep: {
    role: 'sales_rep',
    by: 'email_key',
    none: 'There is no active sales rep with this ID or email.',
    several: 'Several sales reps have this email. Enter the ID.',
  },
  lab: {
    role: 'lab',
    by: 'company',
    none: 'There is no active lab with this ID or company name.',
    several: 'Several labs have this company name. Enter the ID.',
  },
} as const satisfies Record<string, Wanted>

const isId = (cell: string) => /^\d{1,15}$/.test(cell)

/** Looks everything up at once that the cells name. */
export async function finderOf(db: Db, { role, by, none, several }: Wanted, cells: string[]): Promise<Find> {
  const nameOf = (cell: string) => (by === 'email_key' ? cell.toLowerCase() : cell)
  const names = [...new Set(cells.filter((cell) => cell !== '' && !isId(cell)).map(nameOf))]
  const ids = [...new Set(cells.filter(isId).map(Number))]
  if (names.length + ids.length === 0) return () => ({ message: none })
  const found = await db
    .selectFrom('users')
    .select(['id', `${by} as name`])
    .where('domain_id', '=', db.domainId)
    .where('subscription', '=', membershipIds[role])
    .where('active', '=', true)
    .where((where) => where.or([where('id', '=', where.fn.any(where.val(ids))), where(by, '=', where.fn.any(where.val(names)))]))
    .execute()
  return (cell) => {
    const fitting = found.filter(({ id, name }) => (isId(cell) ? id === Number(cell) : name === nameOf(cell)))
    const [first] = fitting
    if (!first) return { message: none }
    return fitting.length > 1 ? { message: several } : { id: first.id }
  }
}

/** Tags by label, however it is written. */
export async function findTagIds(db: Db): Promise<Map<string, number>> {
  const tags = await db.selectFrom('tags').select(['id', 'label']).where('domain_id', '=', db.domainId).execute()
  return new Map(tags.map(({ id, label }) => [label.trim().toLowerCase(), id]))
}

/** Those of the addresses (in small letters) that somebody of the domain has already. */
export async function findTakenAddresses(db: Db, addresses: string[]): Promise<Set<string>> {
  const text = 'select email_key from users where domain_id = $1 and email_key = any($2)'
  const rows = await db.rows<{ email_key: string }>(text, [db.domainId, addresses])
  return new Set(rows.map(({ email_key }) => email_key))
}
