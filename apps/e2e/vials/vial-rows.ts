/** Single vials of a journey. */
import type { Rows } from '../journey/rows.ts'

export interface Vial {
  id: number
  code: string
}

export const printedCode = (code: string) => code.replaceAll(/(.{4})(?=.)/g, '$1-')

/** The vials of a patient, the newest first. */
export async function vialsOf(rows: Rows, patient: number, state = ''): Promise<Vial[]> {
  const path = `/api/v1/vials/?patient=${patient}${state && `&state=${state}`}`
  return (await rows.call<{ results: Vial[] }>('admin', 'GET', path)).results
}

/** Registered vials that the lab has put into quarantine. */
export async function quarantined(rows: Rows, patient: number, quantity: number): Promise<Vial[]> {
  const body = { user: patient, quantity, place: 'Incubator 1' }
  const { results } = await rows.call<{ results: Vial[] }>('lab', 'POST', '/api/v1/vials/', body)
  await rows.call('lab', 'POST', '/api/v1/vials/move/', { vials: results.map(({ id }) => id), to: 'quarantine' })
  return results
}
