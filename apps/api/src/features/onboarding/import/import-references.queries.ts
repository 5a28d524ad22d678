/** Finds the users and tags to which the lines of a file refer, by id or name; and the emails that are in use. */
import { membershipIds } from '@vialdesk/contract/base/roles'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'

/** Finds a user by the text of a cell; returns an error message if no user or several users match. */
export type FindReference = (cell: string) => { id: number } | { message: string }

interface ReferenceKind {
  role: 'harvest_center' | 'sales_rep' | 'lab'
  /** The column that identifies a user instead of the id. */
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

/** Reads all users that the cells name in one query. Returns a function that finds the user of one cell. */
export async function buildFinder(
  db: Db,
  { role, nameColumn, notFound, ambiguous }: ReferenceKind,
  cells: string[],
): Promise<FindReference> {
  const normalizeName = (cell: string) => (nameColumn === 'email_key' ? cell.toLowerCase() : cell)
  const names = [...new Set(cells.filter((cell) => cell !== '' && !isId(cell)).map(normalizeName))]
  const ids = [...new Set(cells.filter(isId).map(Number))]
  if (names.length + ids.length === 0) return () => ({ message: notFound })
  const isNamed = sql<boolean>`(id = any(${ids}::bigint[]) or ${sql.ref(nameColumn)} = any(${names}::text[]))`
  const users = await db.findRows('users', ['id', nameColumn], { subscription: membershipIds[role], active: true }, isNamed)
  return (cell) => {
    const matches = users.filter((user) => (isId(cell) ? user.id === Number(cell) : user[nameColumn] === normalizeName(cell)))
    const [first] = matches
    if (!first) return { message: notFound }
    return matches.length > 1 ? { message: ambiguous } : { id: first.id }
  }
}

/** Ids of tags by label in lower case. */
export async function findTagIds(db: Db): Promise<Map<string, number>> {
  const tags = await db.findRows('tags', ['id', 'label'], {})
  return new Map(tags.map(({ id, label }) => [label.trim().toLowerCase(), id]))
}

/** The emails, given in lower case, that users of the domain already have. */
export async function findTakenEmails(db: Db, emails: string[]): Promise<Set<string>> {
  const text = 'select email_key from users where domain_id = $1 and email_key = any($2)'
  const rows = await db.rows<{ email_key: string }>(text, [db.domainId, emails])
  return new Set(rows.map(({ email_key }) => email_key))
}
