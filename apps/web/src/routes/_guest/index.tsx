import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { LoginScreen } from '#web/features/sessions/login/login-screen.tsx'
import { homePath, pathAfterLogin } from '#web/lib/session/home-path.ts'
import { safePath } from '#web/lib/session/redirect.ts'
import { session } from '#web/lib/session/session.ts'
import { asOneOf, asText, searchReader } from '#web/lib/url/search-params.ts'
import { prefetchHome } from '../_app/-home-data.ts'

const validateSearch = searchReader({ redirect: asText, reason: asOneOf('expired', 'idle') })

/** Milliseconds until the shell is loaded, while the user types. */
const IDLE_MS = 1000

function LoginRoute() {
  const router = useRouter()
  const prepare = useCallback(
    (path: string) => {
      const viewer = session()
      if (viewer && path === homePath(viewer)) void prefetchHome(router.options.context.queryClient, viewer)
      void router.preloadRoute({ to: path.split(/[?#]/)[0] })
    },
    [router],
  )
  useEffect(() => {
    const timer = setTimeout(() => void router.options.context.Shell.preload(), IDLE_MS)
    return () => clearTimeout(timer)
  }, [router])
  return <LoginScreen {...Route.useSearch()} prepare={prepare} />
}

export const Route = createFileRoute('/_guest/')({
  validateSearch,
  beforeLoad: ({ search }) => {
    const viewer = session()
    if (viewer) throw redirect({ href: pathAfterLogin(viewer, safePath(search.redirect)), replace: true })
  },
  component: LoginRoute,
})
