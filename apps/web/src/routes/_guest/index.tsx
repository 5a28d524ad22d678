import { createFileRoute, redirect } from '@tanstack/react-router'
import { LoginScreen } from '#web/features/sessions/login-screen.tsx'
import { wayOn } from '#web/lib/home.ts'
import { safePath } from '#web/lib/leave.ts'
import { asOneOf, asText, searchOf } from '#web/lib/search-params.ts'
import { session } from '#web/lib/session.ts'

const validateSearch = searchOf({ redirect: asText, reason: asOneOf('expired', 'idle') })

export const Route = createFileRoute('/_guest/')({
  validateSearch,
  beforeLoad: ({ search }) => {
    const viewer = session()
    if (viewer) throw redirect({ href: wayOn(viewer, safePath(search.redirect)), replace: true })
  },
  component: () => <LoginScreen {...Route.useSearch()} />,
})
