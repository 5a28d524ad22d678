import { expectAccessible } from './journey/accessible.ts'
import { expect, type Page, test } from './journey/journey.ts'
import { openMail } from './journey/mailbox.ts'
import { untilQuiet } from './journey/quiet.ts'

const field = (page: Page, to: string) => page.getByRole('textbox', { name: `Message to ${to}` })
const messages = (page: Page) => page.getByRole('log', { name: 'Messages' })
const badge = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })

test('a patient writes to the center, which answers; both see it at once', async ({ signedIn, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id, { activated: true })
  const name = `${patient.first_name} ${patient.last_name}`
  const desk = await signedIn(center)
  await desk.goto('/conversations')
  await expect(desk.getByText('No conversations yet')).toBeVisible()

  const page = await signedIn(patient)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Write to your center' }).click()
  await expect(page.getByText('No messages yet')).toBeVisible()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Write a message first.')).toBeVisible()
  await field(page, center.company).fill('My knee hurts.\nMay I come in?')
  await field(page, center.company).press('Control+Enter')
  await expect(messages(page).getByText('May I come in?')).toBeVisible()
  await expect(messages(page)).toContainText('Sent')
  await expect(field(page, center.company)).toHaveValue('')
  await expectAccessible(page)

  await expect(badge(desk, 'Conversations, 1 unread'), 'without a reload').toBeVisible()
  const line = desk.getByRole('list', { name: 'Conversations' }).getByRole('link', { name })
  await expect(line).toContainText('1 new')
  await line.click()
  await expect(messages(desk)).toContainText('My knee hurts.')
  await expect(badge(desk, 'Conversations'), 'reading marks it as read').toBeVisible()
  await field(desk, name).fill('Come in at nine.')
  await desk.getByRole('button', { name: 'Send' }).click()
  await expect(messages(page), 'without a reload').toContainText('Come in at nine.')
  await expect(badge(page, 'Conversations'), 'reading marks it as read').toBeVisible()
  await desk.reload()
  await expect(messages(desk)).toContainText('Read')
  await expectAccessible(desk)
  await openMail(page, patient.email, 'You have a new message in')
})

test('an unsent text survives a failed attempt and another screen', async ({ signedIn, rows, refusals }) => {
  const center = await rows.center()
  const page = await signedIn(await rows.patient(center.id, { activated: true }))
  await page.goto('/conversations')
  await field(page, center.company).fill('A long thought.')
  refusals.allow(0, '/api/v1/conversations/messages/')
  await page.route('**/api/v1/conversations/messages/', (route) => route.abort())
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert')).toContainText('Your text is kept.')
  await expect(field(page, center.company)).toHaveValue('A long thought.')
  await page.unroute('**/api/v1/conversations/messages/')
  await badge(page, 'Conversations').focus()
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(page).toHaveURL('/dashboard')
  await badge(page, 'Conversations').click()
  await expect(field(page, center.company)).toHaveValue('A long thought.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(messages(page)).toContainText('A long thought.')
})

test('on a phone the list and the conversation come one after the other', async ({ signedIn, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id, { activated: true })
  const name = `${patient.first_name} ${patient.last_name}`
  const body = { request_id: crypto.randomUUID(), patient_id: patient.id, center_id: center.id, text: 'Hello?' }
  await rows.call(patient, 'POST', '/api/v1/conversations/messages/', body)
  const desk = await signedIn(center)
  await desk.setViewportSize({ width: 390, height: 844 })
  await desk.goto('/conversations')
  await untilQuiet(desk)
  await desk.getByText('Waiting for an answer').first().click()
  await expect(desk).toHaveURL('/conversations?show=waiting')
  await desk.getByRole('link', { name }).click()
  await expect(messages(desk)).toContainText('Hello?')
  await expect(desk.getByRole('list', { name: 'Conversations' })).toBeHidden()
  await desk.getByRole('link', { name: 'All conversations' }).click()
  await expect(desk.getByRole('list', { name: 'Conversations' })).toBeVisible()
  await expectAccessible(desk)
})

test('a patient without a center reads why nobody can be written to', async ({ signedIn, rows }) => {
  const page = await signedIn(await rows.patient(undefined, { activated: true }))
  await page.goto('/conversations')
  await expect(page.getByText('You have no center yet')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ask a question' })).toHaveAttribute('href', '/contact')
})
