import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ask } from '#web/lib/api.ts'

/** Whoever must set up two-step sign-in is led to where that is done, and nowhere else. Undefined until it is known. */
export function useTwoStepDue(): boolean | undefined {
  const due = useQuery(ask('GET /auth/session/')).data?.two_step_due
  const away = useLocation({ select: ({ pathname }) => pathname !== '/settings' })
  const navigate = useNavigate()
  useEffect(() => {
    if (due && away) void navigate({ to: '/settings', replace: true })
  }, [due, away, navigate])
  return due
}
