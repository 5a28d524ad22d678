import { expectAccessible } from './journey/accessible.ts'
import { expect, test } from './journey/journey.ts'

test('an admin opens search', async ({ signedIn }) => {
  const admin = await signedIn('admin')
  await admin.goto('/search')
  await expect(admin.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible()
  await expectAccessible(admin)
})
