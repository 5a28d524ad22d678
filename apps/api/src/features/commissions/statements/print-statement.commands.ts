/** Draws a statement as PDF. The audit entry is committed before the PDF leaves. */
import type { Viewer } from '#api/platform/access/actor.ts'
import { domainUrl } from '#api/platform/access/domains.ts'
import { audit } from '#api/platform/audit/audit.ts'
import type { ProviderCallContext } from '#api/platform/http/serve.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { toPrintableName } from '#api/platform/print/printable-text.ts'
import { drawStatement } from './statement.pdf.ts'
import { getStatement, readLines, readPayouts } from './statements.queries.ts'

type PrintContext = Pick<ProviderCallContext<never>, 'transact' | 'domain' | 'ports'> & { viewer: Viewer }

const MAX_LINES = 5000
const TOO_LONG = `A PDF has at most ${MAX_LINES.toLocaleString('en-US')} lines. Download this statement as CSV.`

export async function printStatement({ transact, domain, ports, viewer }: PrintContext, id: number) {
  const printed = await transact(async (db) => {
    const statement = await getStatement(db, viewer, id)
    if (statement.lines > MAX_LINES) fail('conflict', { message: TOO_LONG })
    const lines = await readLines(db, statement, { limit: MAX_LINES, offset: 0 })
    const payouts = await readPayouts(db, viewer, statement)
    audit(db, { type: 'commission.exported', subject: statement.person.id, after: { statement: id } })
    return { statement, lines, payouts }
  })
  const business = toPrintableName(domain.name, new URL(domainUrl(domain, ports.publicUrl)).host)
  return { pdf: await drawStatement({ ...printed, business }), month: printed.statement.month }
}
