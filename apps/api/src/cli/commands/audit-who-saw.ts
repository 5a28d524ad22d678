/** Prints who saw a patient, one line for each event. The lines contain names of users, so they belong on the terminal only. */
import type pg from 'pg'
import { type Command, findDomains, readArguments, readCount, withDatabase } from '#api/cli/command.ts'
import { inDomain } from '#api/db/transaction.ts'
import { readAuditBatches } from '#api/features/audit/audit-pages.queries.ts'
import { auditView, findSubject } from '#api/features/audit/export-audit.commands.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'

type Batches = ReturnType<typeof readAuditBatches>
type Row = (Batches extends AsyncGenerator<infer Rows extends readonly unknown[]> ? Rows : never)[number]

const userText = (user: { id: number; name: string }) => `${user.name || 'user'} (${user.id})`

function whoText({ actor, impersonator }: Row): string {
  if (!actor) return 'the portal or a guest'
  return impersonator ? `${userText(impersonator)} as ${userText(actor)}` : userText(actor)
}

/** Which list or export: its name is in the values of the event. */
const listText = ({ after }: Row) => String(after?.list ?? after?.export ?? '')

/** Names may contain control characters, which a terminal would obey. */
const printable = (text: string) => text.replace(/\p{Cc}/gu, ' ')

export const formatRow = (row: Row): string =>
  [new Date(row.at).toISOString(), row.title, whoText(row), row.address ?? 'no IP address', listText(row)]
    .map(printable)
    .join('  ')
    .trimEnd()

/** The look is audited before the first line is printed. */
export async function printReaders(owner: pg.Pool, domainId: number, id: number, print: (line: string) => void): Promise<void> {
  await inDomain(owner, domainId, async (db) => {
    if (!(await findSubject(db, id))) throw new StartFailure(`The domain has no patient ${id}.`)
    await auditView(db, { seen_patient_id: id })
  })
  await inDomain(owner, domainId, async (db) => {
    for await (const rows of readAuditBatches(db, { seen_patient_id: id }, 'UTC')) for (const row of rows) print(formatRow(row))
  })
}

export const command: Command = async (args, usage) => {
  const { positionals } = readArguments(args, usage, {}, 2)
  const [identifier, patient = ''] = positionals
  const id = readCount(patient, usage)
  await withDatabase(async ({ owner }) => {
    for (const domain of await findDomains(owner, identifier)) await printReaders(owner, domain.id, id, console.log)
  })
}
