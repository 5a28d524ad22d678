/** Draws vial labels for printing. The audit entry is committed before the PDF leaves. */
import type { LabelSheetQuery } from '@vialdesk/contract/care/single-vials'
import { formatVialCode } from '@vialdesk/contract/care/vial-codes'
import type { Db } from '#api/db/db.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { type Domain, domainUrl } from '#api/platform/access/domains.ts'
import { audit } from '#api/platform/audit/audit.ts'
import type { ProviderCallContext } from '#api/platform/http/serve.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'
import { toPrintableName } from '#api/platform/print/printable-text.ts'
import { drawLabelSheet, type VialLabel } from './label-sheet.pdf.ts'
import { findLabelledVials, type LabelledVial } from './labelled-vials.queries.ts'

type PrintContext = Pick<ProviderCallContext<never>, 'transact' | 'domain' | 'ports'> & { actor: Actor }

const NOT_VISIBLE = 'Choose vials of your patients.'

/** The PDF with the labels of these vials, in the order of the ids. */
export async function printLabels(
  { transact, actor, domain, ports }: PrintContext,
  { ids, skip }: LabelSheetQuery,
): Promise<AsyncIterable<Uint8Array>> {
  const vials = await transact(async (db) => {
    const found = await findPrintableVials(db, actor, domain, ids)
    auditLabels(db, found)
    return found
  })
  const portalUrl = domainUrl(domain, ports.publicUrl)
  return asSingleChunk(
    await drawLabelSheet(
      vials.map((vial) => labelOf(vial, domain, portalUrl)),
      skip,
    ),
  )
}

async function findPrintableVials(db: Db, actor: Actor, domain: Domain, ids: readonly number[]) {
  const found = await findLabelledVials(db, actor, ids, domain.time_zone)
  if (found.length < ids.length) failField('ids', NOT_VISIBLE, { message: NOT_VISIBLE })
  const gone = found.filter(({ state }) => state === 'shipped' || state === 'disposed')
  if (gone[0]) fail('conflict', { message: describeGoneVials(gone[0], gone.length - 1) })
  return found
}

function describeGoneVials({ code, state }: LabelledVial, others: number): string {
  const first = `${formatVialCode(code)} was ${state === 'shipped' ? 'shipped' : 'disposed of'}`
  return others === 0
    ? `${first}: it gets no label.`
    : `${first}, and ${others} more ${others === 1 ? 'has' : 'have'} left: they get no labels.`
}

/** One audit entry for each patient, with the codes of its vials. */
function auditLabels(db: Db, vials: readonly LabelledVial[]): void {
  for (const [patient, own] of Map.groupBy(vials, (vial) => vial.patient)) {
    audit(db, {
      type: 'vials.labels_printed',
      patient,
      after: { vials: own.length, codes: own.map(({ code }) => code) },
    })
  }
}

const labelOf = ({ code, registered_on, evaluated }: LabelledVial, domain: Domain, portalUrl: string): VialLabel => ({
  code,
  link: `${portalUrl}/vials/${code}`,
  registeredOn: registered_on,
  evaluated,
  business: toPrintableName(domain.name, new URL(portalUrl).host),
})

async function* asSingleChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
