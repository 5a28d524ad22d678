/** Labels of vials, to print. That they were made is in the record before they leave. */
import type { LabelSheet } from '@vialdesk/contract/traced-vials'
import { inGroups } from '@vialdesk/contract/vial-codes'
import type { Db } from '#api/db/db.ts'
import type { Actor } from '#api/platform/actor.ts'
import { addressOf, type Domain } from '#api/platform/domains.ts'
import { fail, failField } from '#api/platform/fail.ts'
import { latinName } from '#api/platform/print/latin.ts'
import { record } from '#api/platform/record.ts'
import type { Waiting } from '#api/platform/serve.ts'
import { drawLabelSheet, type VialLabel } from './label-sheet.pdf.ts'
import { findLabelled, type LabelledVial } from './labels.queries.ts'

type Printing = Pick<Waiting<never>, 'transact' | 'doer' | 'domain' | 'ports'> & { actor: Actor }

const NOT_SEEN = 'Choose vials of your patients.'

/** The PDF of a sheet for these vials, in the order of the ids. */
export async function printLabels(
  { transact, actor, doer, domain, ports }: Printing,
  { ids, skip }: LabelSheet,
): Promise<AsyncIterable<Uint8Array>> {
  const vials = await transact(async (db) => {
    const found = await validateLabelled(db, actor, domain, ids)
    noteLabels(db, doer, found)
    return found
  })
  const address = addressOf(domain, ports.publicUrl)
  return inOnePiece(
    await drawLabelSheet(
      vials.map((vial) => labelOf(vial, domain, address)),
      skip,
    ),
  )
}

async function validateLabelled(db: Db, actor: Actor, domain: Domain, ids: readonly number[]) {
  const found = await findLabelled(db, actor, ids, domain.time_zone)
  if (found.length < ids.length) failField('ids', NOT_SEEN, { message: NOT_SEEN })
  const gone = found.filter(({ state }) => state === 'shipped' || state === 'disposed')
  if (gone[0]) fail('conflict', { message: goneSentence(gone[0], gone.length - 1) })
  return found
}

function goneSentence({ code, state }: LabelledVial, others: number): string {
  const first = `${inGroups(code)} was ${state === 'shipped' ? 'shipped' : 'disposed of'}`
  return others === 0
    ? `${first}: it gets no label.`
    : `${first}, and ${others} more ${others === 1 ? 'has' : 'have'} left: they get no labels.`
}

/** On the record of each patient, which of its vials. */
function noteLabels(db: Db, doer: Printing['doer'], vials: readonly LabelledVial[]): void {
  for (const [patient, own] of Map.groupBy(vials, (vial) => vial.patient)) {
    record(db, doer, {
      type: 'vials.labels_printed',
      patient,
      after: { vials: own.length, codes: own.map(({ code }) => code) },
    })
  }
}

const labelOf = ({ code, registered_on, evaluated }: LabelledVial, domain: Domain, address: string): VialLabel => ({
  code,
  link: `${address}/vials/${code}`,
  registeredOn: registered_on,
  evaluated,
  business: latinName(domain.name, new URL(address).host),
})

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
