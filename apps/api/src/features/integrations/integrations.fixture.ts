import { expect } from 'vitest'
import type { TestClient } from '#api/testing/test-portal.ts'

export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** The form of an access token for these calls. */
export const tokenForm = (calls: string[]) => ({ name: 'Nightly sync', calls, expires_at: inDays(30) })

/** Makes an access token as this admin. */
export async function addToken(admin: TestClient, calls: string[]): Promise<{ id: number; token: string; prefix: string }> {
  const answer = await admin.post('/api/v1/access-tokens/', tokenForm(calls))
  expect(answer.statusCode).toBe(201)
  return answer.json()
}
