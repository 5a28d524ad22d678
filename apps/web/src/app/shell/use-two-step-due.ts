import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'

/** Redirects to the settings while two-step sign-in must be set up. Undefined while loading. */
export function useTwoStepDue(): boolean | undefined {
  const due = useQuery(apiQuery('GET /auth/session/')).data?.two_step_due
  const isElsewhere = useLocation({ select: ({ pathname }) => pathname !== '/settings' })
  const navigate = useNavigate()
  useEffect(() => {
    if (due && isElsewhere) void navigate({ to: '/settings', replace: true })
  }, [due, isElsewhere, navigate])
  return due
}
