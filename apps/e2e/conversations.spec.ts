import { expectAccessible } from './journey/accessible.ts'
import { expect, type Page, test } from './journey/journey.ts'
import { openWithin } from './journey/open-within.ts'
import { person } from './journey/people.ts'

const CENTER = 'Juniper Heights Health Center'
const field = (page: Page, to: string) => page.getByRole('textbox', { name: `Message to ${to}` })
const messages = (page: Page) => page.getByRole('log', { name: 'Messages' })
const badge = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })

test('a patient who gets a center writes to it, which answers at its desk and on a phone; both see it at once', async ({
  signedIn,
  rows,
  refusals,
}) => {
  const patient = await rows.patient(undefined, { activated: true })
  const name = `${patient.first_name} ${patient.last_name}`
  const page = await signedIn(patient)

  await test.step('without a center, the patient reads why nobody can be written to', async () => {
    await page.goto('/conversations')
    await expect(page.getByText('You have no center yet')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Ask a question' })).toHaveAttribute('href', '/contact')
  })

  const juniper = person('juniper-heights')
  const center = (await rows.session(juniper)).user
  await rows.call('admin', 'PATCH', `/api/v1/users/${patient.id}/`, { harvest_center_id: center.id })
  const desk = await signedIn(juniper)
  await desk.goto('/conversations')
  await expect(desk.getByText('No conversations yet')).toBeVisible()

  await test.step('an unsent text survives a failed attempt and another screen', async () => {
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Write to your center' }).click()
    await expect(page.getByText('No messages yet')).toBeVisible()
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('Write a message first.')).toBeVisible()
    refusals.expect(0, '/api/v1/conversations/messages/')
    await page.route('**/api/v1/conversations/messages/', (route) => route.abort(), { times: 1 })
    await field(page, CENTER).fill('My knee hurts.\nMay I come in?')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByRole('alert')).toContainText('Your text is kept.')
    await openWithin(page, '/dashboard')
    await badge(page, 'Conversations').click()
    await expect(field(page, CENTER)).toHaveValue('My knee hurts.\nMay I come in?')
    await field(page, CENTER).press('Control+Enter')
    await expect(messages(page).getByText('May I come in?')).toBeVisible()
    await expect(messages(page)).toContainText('Sent')
    await expect(field(page, CENTER)).toHaveValue('')
  })

  const line = desk.getByRole('list', { name: 'Conversations' }).getByRole('link', { name })
  await test.step('the center finds it among those that wait, and answers', async () => {
    await expect(badge(desk, 'Conversations, 1 unread'), 'without a reload').toBeVisible()
    await expect(line).toContainText('1 new')
    await desk.getByText('Waiting for an answer').first().click()
    await expect(desk).toHaveURL('/conversations?show=waiting')
    await line.click()
    await expect(messages(desk)).toContainText('My knee hurts.')
    await expect(badge(desk, 'Conversations'), 'reading marks it as read').toBeVisible()
    await field(desk, name).fill('Come in at nine.')
    await desk.getByRole('button', { name: 'Send' }).click()
    await expect(messages(page), 'without a reload').toContainText('Come in at nine.')
    await expect(badge(page, 'Conversations'), 'reading marks it as read').toBeVisible()
  })

  await test.step('on a phone the list and the conversation come one after the other', async () => {
    await desk.setViewportSize({ width: 390, height: 844 })
    await desk.goto('/conversations')
    await line.click()
    await expect(messages(desk)).toContainText('My knee hurts.')
    await expect(messages(desk), 'the patient saw the answer').toContainText('Read')
    await expect(desk.getByRole('list', { name: 'Conversations' })).toBeHidden()
    await expect(desk.getByRole('heading', { name, level: 2 })).toBeFocused()
    await expectAccessible(desk)
    await desk.getByRole('link', { name: 'All conversations' }).click()
    await expect(line, 'the list goes on where it was left').toBeFocused()
    await line.click()
    await field(desk, name).fill('Bring your insurance card.')
    await desk.getByRole('button', { name: 'Send' }).press('Enter')
    await expect(messages(desk)).toContainText('Bring your insurance card.')
    await expect(field(desk, name), 'the next message').toBeFocused()
  })
})
