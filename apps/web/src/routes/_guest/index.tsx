import { createFileRoute, redirect } from '@tanstack/react-router'
import { LoginScreen } from '#web/features/sessions/login/login-screen.tsx'
import { pathAfterLogin } from '#web/lib/session/home-path.ts'
import { safePath } from '#web/lib/session/redirect.ts'
import { session } from '#web/lib/session/session.ts'
import { asOneOf, asText, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ redirect: asText, reason: asOneOf('expired', 'idle') })

export const Route = createFileRoute('/_guest/')({
  validateSearch,
  beforeLoad: ({ search }) => {
    const viewer = session()
    if (viewer) throw redirect({ href: pathAfterLogin(viewer, safePath(search.redirect)), replace: true })
  },
  component: () => <LoginScreen {...Route.useSearch()} />,
})
