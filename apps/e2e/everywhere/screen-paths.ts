/** URLs of screens with an id in their path, for users who may open them. */

import type { ScreenPath } from '@vialdesk/contract/base/screens'
import { productIds } from '@vialdesk/contract/money/products'
import type { Rows } from '../journey/rows.ts'
import type { DemoUser } from '../journey/users.ts'

/** A sale of the user. */
async function findReceipt(rows: Rows, demoUser: DemoUser): Promise<number> {
  const { user } = await rows.session(demoUser)
  const parts: { [P in DemoUser]?: string } = {
    patient: 'patient_id',
    harvestcenter: 'harvest_center_id',
    referral: 'referral_harvest_center_id',
  }
  const part = parts[demoUser]
  const filter = part ? `&${part}=${user.id}` : ''
  const { results } = await rows.call<{ results: { id: number }[] }>('admin', 'GET', `/api/v1/transactions/?limit=1${filter}`)
  const [sale] = results
  if (!sale) throw new Error(`The demo has no sale with a part for ${demoUser}.`)
  return sale.id
}

/** The first row of a list. */
async function findFirst(rows: Rows, demoUser: DemoUser, path: string): Promise<number> {
  const { results } = await rows.call<{ results: { id: number }[] }>(demoUser, 'GET', path)
  const [first] = results
  if (!first) throw new Error(`The demo has no row in ${path} for ${demoUser}.`)
  return first.id
}

/** The demo's lab and its first center. Every user with this screen belongs to them. */
async function findLab(rows: Rows): Promise<{ lab: number; center: number }> {
  const [lab, center] = [await rows.session('lab'), await rows.session('harvestcenter')]
  return { lab: lab.user.id, center: center.user.id }
}

/** A patient whose vials the user sees. */
async function findPatientWithVials(rows: Rows, demoUser: DemoUser): Promise<number> {
  const path = '/api/v1/users/patient/list/?limit=100'
  const { results } = await rows.call<{ results: { id: number; vials_available: number }[] }>(demoUser, 'GET', path)
  const patient = results.find(({ vials_available }) => vials_available > 0)
  if (!patient) throw new Error(`The demo has no patient with vials for ${demoUser}.`)
  return patient.id
}

async function findVial(rows: Rows, demoUser: DemoUser): Promise<string> {
  const path = `/api/v1/vials/?limit=1&patient=${await findPatientWithVials(rows, demoUser)}`
  const { results } = await rows.call<{ results: { code: string }[] }>('admin', 'GET', path)
  return results[0]?.code ?? ''
}

/** A label request that the user sees. A referral center gets one. */
async function findLabelRequest(rows: Rows, demoUser: DemoUser): Promise<number> {
  if (demoUser !== 'referral') return findFirst(rows, demoUser, '/api/v1/fedex-requests/?limit=1')
  const { user } = await rows.session('referral')
  const { data } = await rows.call<{ data: { id: number } }>('admin', 'POST', '/api/v1/fedex-requests/', {
    ...{ harvest_center: user.id, harvest_center_email: rows.email('label'), harvest_center_representative: 'Ruth Keller' },
    ...{
      patients_ids: '0',
      other_patient_name: rows.uniqueName('Ada Berg'),
      override_reason: 'The patient has no account',
      address1: '1 Main St',
      city: 'Miami',
    },
    ...{ state_desc: 'Florida', country_desc: 'United States', zip_code: '33101' },
  })
  return data.id
}

interface FoundDocuments {
  results: { document_id: string }[]
}

/** A document that the user sees. A referral center gets one by its own request. */
async function findDocument(rows: Rows, demoUser: DemoUser): Promise<string> {
  const { user } = await rows.session(demoUser === 'referral' ? 'referral' : 'harvestcenter')
  if (demoUser === 'referral') {
    const body = { harvest_center_id: user.id, name: rows.uniqueName('Ada Lindqvist'), email: rows.email('guest') }
    await rows.call('referral', 'POST', '/api/v1/documents/send/', body)
  }
  const path = `/api/v1/harvest-centers/${user.id}/documentList/?limit=1`
  // The demo's patient is the only one that sees documents of its own.
  const search = demoUser === 'patient' ? '&search=patient@demo.example' : ''
  const { results } = await rows.call<FoundDocuments>('admin', 'GET', path + search)
  return results[0]?.document_id ?? ''
}

const pathsWithIds: { [Path in ScreenPath]?: (rows: Rows, demoUser: DemoUser) => Promise<string> } = {
  '/receipt/{id}': async (rows, demoUser) => `/receipt/${await findReceipt(rows, demoUser)}`,
  '/users/{id}': async (rows, demoUser) => `/users/${(await rows.session(demoUser)).user.id}`,
  '/labels/{id}': async (rows, demoUser) => `/labels/${await findLabelRequest(rows, demoUser)}`,
  '/orders/{id}': async (rows, demoUser) => `/orders/${await findFirst(rows, demoUser, '/api/v1/orders/?limit=1&state=shipped')}`,
  '/document/{document_id}': async (rows, demoUser) => `/document/${await findDocument(rows, demoUser)}`,
  '/vials/{code}': async (rows, demoUser) => `/vials/${await findVial(rows, demoUser)}`,
  '/trace/{id}': async (rows, demoUser) => `/trace/${await findPatientWithVials(rows, demoUser)}`,
  '/harvest-center/checkout/product/{id?}': async () => `/harvest-center/checkout/product/${productIds.vials}`,
  '/lab/{id?}': async (rows) => `/lab/${(await findLab(rows)).lab}`,
  '/lab/{lab_id}/harvest-center/{harvestcenter_id}': async (rows) => {
    const { lab, center } = await findLab(rows)
    return `/lab/${lab}/harvest-center/${center}`
  },
}

/** Sign-up forms open by a link with the id of a rep or center. */
const signUpPaths: { [Path in ScreenPath]?: (rows: Rows) => Promise<string> } = {
  '/harvest-center-registration': async (rows) => `/harvest-center-registration?srid=${(await rows.session('salesrep')).user.id}`,
  '/referral-harvest-center-registration': async (rows) =>
    `/referral-harvest-center-registration?srid=${(await rows.session('salesrep')).user.id}`,
  '/hc-staff-registration': async (rows) => {
    const { user } = await rows.session('harvestcenter')
    const { link } = await rows.call<{ link: string }>('harvestcenter', 'GET', `/api/v1/hc-staff/${user.id}/sign-up-link/`)
    const { pathname, search, hash } = new URL(link, 'http://localhost')
    return pathname + search + hash
  },
}

export const guestPathFor = async (rows: Rows, screen: ScreenPath): Promise<string> =>
  (await signUpPaths[screen]?.(rows)) ?? screen

export const pathFor = async (rows: Rows, screen: ScreenPath, demoUser: DemoUser): Promise<string> =>
  (await pathsWithIds[screen]?.(rows, demoUser)) ?? screen
