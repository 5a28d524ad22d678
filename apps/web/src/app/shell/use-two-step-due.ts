import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'

/** Redirects to the settings while two-step sign-in must be set up. Undefined while loading. */
export function useTwoStepDue(): boolean | undefined {
  const due = useQuery(apiQuery('GET /auth/session/')).data?.two_step_due
  const away = useLocation({ select: ({ pathname }) => pathname !== '/settings' })
  const navigate = useNavigate()
  useEffect(() => {
    if (due && away) void navigate({ to: '/settings', replace: true })
  }, [due, away, navigate])
  return due
}
