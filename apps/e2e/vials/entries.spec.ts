/** Vial entries that name their vials. */
import type { Route } from '@playwright/test'
import { apiErrors } from '@vialdesk/contract/errors'
import { expect, test } from '../journey/journey.ts'
import { chooseRowAction, listRows } from '../journey/tables.ts'

const LIST = '/api/v1/vials/'
const fail = (route: Route) => route.fulfill({ status: 500, json: { code: 'internal', message: apiErrors.internal.message } })
const printedCode = (code: string) => code.replaceAll(/(.{4})(?=.)/g, '$1-')

test('an entry releases vials from quarantine, another ships one, and the history prints labels', async ({
  signedIn,
  rows,
  pageErrors,
}) => {
  const patient = await rows.patient((await rows.center()).id)
  await rows.tested(patient.id)
  const body = { user: patient.id, quantity: 3 }
  const { results } = await rows.call<{ results: { id: number; code: string }[] }>('lab', 'POST', '/api/v1/vials/', body)
  await rows.call('lab', 'POST', '/api/v1/vials/move/', { vials: results.map(({ id }) => id), to: 'quarantine' })
  const [one, two] = results.map(({ code }) => printedCode(code))
  const admin = await signedIn('admin')
  await admin.goto(`/dashboard?user=${patient.id}&tab=vials`)
  const drawer = admin.getByRole('dialog', { name: patient.last_name })

  pageErrors.expect(500, LIST)
  await admin.route(`**${LIST}?patient=*`, fail)
  await drawer.getByRole('button', { name: 'Add entry' }).click()
  await expect(drawer.getByText('This could not be loaded')).toBeVisible()
  await admin.unrouteAll()
  await drawer.getByRole('button', { name: 'Try again' }).click()
  await drawer.getByRole('switch', { name: 'Release vials from quarantine' }).check()
  await drawer.getByRole('button', { name: 'Add entry' }).click()
  await expect(drawer.getByText('Choose at least one vial.')).toBeVisible()
  await drawer.getByRole('checkbox', { name: one }).check()
  await drawer.getByRole('checkbox', { name: two }).check()
  await expect(drawer.getByLabel('Quantity')).toHaveValue('2')
  await drawer.getByRole('button', { name: 'Add entry' }).click()
  await expect(drawer.getByText('2 vials were released.')).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Print labels' })).toBeVisible()

  await drawer.getByRole('button', { name: 'Add entry' }).click()
  await drawer.getByText('Shipped', { exact: true }).click()
  await drawer.getByRole('switch', { name: 'Choose which vials' }).check()
  await drawer.getByRole('checkbox', { name: two }).check()
  await drawer.getByRole('button', { name: 'Add entry' }).click()
  await expect(drawer.page().getByText('1 vial was shipped.')).toBeVisible()
  const { results: shipped } = await rows.call<{ results: { code: string }[] }>(
    'lab',
    'GET',
    `/api/v1/vials/?patient=${patient.id}&state=shipped`,
  )
  expect(shipped.map(({ code }) => printedCode(code))).toEqual([two])

  await admin.route(`**${LIST}?entry=*`, fail)
  await chooseRowAction(admin, listRows(admin, 'Vial entries', 'Added'), 'Print labels')
  await expect(admin.getByText('Something went wrong on our side. Please try again.')).toBeVisible()
  await admin.unrouteAll()

  await chooseRowAction(admin, listRows(admin, 'Vial entries', 'Added'), 'Print labels')
  const sheet = admin.getByRole('dialog', { name: 'Print labels' })
  await expect(sheet.getByText('1 label on 1 sheet')).toBeVisible()
})

test('labels say not evaluated until the lab completes testing', async ({ signedIn, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id)
  const body = { user: patient.id, quantity: 1 }
  const { results } = await rows.call<{ results: { code: string }[] }>('lab', 'POST', '/api/v1/vials/', body)
  const lab = await signedIn('lab')
  const { user } = await rows.session('lab')
  await lab.goto(`/lab/${user.id}/harvest-center/${center.id}?user=${patient.id}&tab=lab`)
  const drawer = lab.getByRole('dialog', { name: patient.last_name })
  await drawer.getByRole('button', { name: 'Edit lab record' }).click()
  await drawer.getByRole('radiogroup', { name: 'Infectious disease testing complete' }).getByText('Yes', { exact: true }).click()
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.page().getByText('Record has been updated!')).toBeVisible()
  await lab.goto(`/vials/${results[0]?.code}`)
  await expect(lab.getByText('FOR AUTOLOGOUS USE ONLY')).toBeVisible()
  await expect(lab.getByText('NOT EVALUATED FOR INFECTIOUS SUBSTANCES')).toHaveCount(0)
})
