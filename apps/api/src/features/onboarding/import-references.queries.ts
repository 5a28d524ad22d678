/** What the lines of a file refer to: centers, reps, labs and tags by id or by name, and emails that are taken. */
import { membershipIds } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'

/** Finds one by what stands in a cell; a sentence where there is none, or more than one. */
export type FindReference = (cell: string) => { id: number } | { message: string }

interface ReferenceKind {
  role: 'harvest_center' | 'sales_rep' | 'lab'
  /** By what else than the id. */
  nameColumn: 'company' | 'email_key'
  notFound: string
  ambiguous: string
}

export const referenceKinds = {
  harvest_center: {
    role: 'harvest_center',
    nameColumn: 'company',
    notFound: 'There is no active harvest center with this ID or company name.',
    ambiguous: 'Several harvest centers have this company name. Enter the ID.',
  },
  sales_rep: {
    role: 'sales_rep',
    nameColumn: 'email_key',
    notFound: 'There is no active sales rep with this ID or email.',
    ambiguous: 'Several sales reps have this email. Enter the ID.',
  },
  lab: {
    role: 'lab',
    nameColumn: 'company',
    notFound: 'There is no active lab with this ID or company name.',
    ambiguous: 'Several labs have this company name. Enter the ID.',
  },
} as const satisfies Record<string, ReferenceKind>

const isId = (cell: string) => /^\d{1,15}$/.test(cell)

/** Looks everything up at once that the cells name. */
export async function buildFinder(
  db: Db,
  { role, nameColumn, notFound, ambiguous }: ReferenceKind,
  cells: string[],
): Promise<FindReference> {
  const normalizeName = (cell: string) => (nameColumn === 'email_key' ? cell.toLowerCase() : cell)
  const names = [...new Set(cells.filter((cell) => cell !== '' && !isId(cell)).map(normalizeName))]
  const ids = [...new Set(cells.filter(isId).map(Number))]
  if (names.length + ids.length === 0) return () => ({ message: notFound })
  const found = await db
    .selectFrom('users')
    .select(['id', `${nameColumn} as name`])
    .where('domain_id', '=', db.domainId)
    .where('subscription', '=', membershipIds[role])
    .where('active', '=', true)
    .where((where) =>
      where.or([where('id', '=', where.fn.any(where.val(ids))), where(nameColumn, '=', where.fn.any(where.val(names)))]),
    )
    .execute()
  return (cell) => {
    const matches = found.filter(({ id, name }) => (isId(cell) ? id === Number(cell) : name === normalizeName(cell)))
    const [first] = matches
    if (!first) return { message: notFound }
    return matches.length > 1 ? { message: ambiguous } : { id: first.id }
  }
}

/** Tags by label, however it is written. */
export async function findTagIds(db: Db): Promise<Map<string, number>> {
  const tags = await db.selectFrom('tags').select(['id', 'label']).where('domain_id', '=', db.domainId).execute()
  return new Map(tags.map(({ id, label }) => [label.trim().toLowerCase(), id]))
}

/** Those of the emails (in small letters) that somebody of the domain has already. */
export async function findTakenEmails(db: Db, emails: string[]): Promise<Set<string>> {
  const text = 'select email_key from users where domain_id = $1 and email_key = any($2)'
  const rows = await db.rows<{ email_key: string }>(text, [db.domainId, emails])
  return new Set(rows.map(({ email_key }) => email_key))
}
