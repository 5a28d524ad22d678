import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { LoginScreen } from '#web/features/sessions/login/login-screen.tsx'
import { pathAfterLogin } from '#web/lib/session/home-path.ts'
import { safePath } from '#web/lib/session/redirect.ts'
import { session } from '#web/lib/session/session.ts'
import { prepareScreen } from '#web/routes/_app/(home)/-home-data.ts'
import { readLoginSearch } from './-login-search.ts'

/** The login within the portal. A page that begins with it shows `-login-page.tsx`. */
function LoginRoute() {
  const router = useRouter()
  const next = useMemo(
    () => ({ prepare: (path: string) => prepareScreen(router, path), open: (path: string) => router.history.push(path) }),
    [router],
  )
  return <LoginScreen {...Route.useSearch()} next={next} />
}

export const Route = createFileRoute('/_guest/')({
  validateSearch: readLoginSearch,
  beforeLoad: ({ search }) => {
    const viewer = session()
    if (viewer) throw redirect({ href: pathAfterLogin(viewer, safePath(search.redirect)), replace: true })
  },
  component: LoginRoute,
})
