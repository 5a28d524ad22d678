import { useRouter, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { LoginScreen } from '#web/features/sessions/login/login-screen.tsx'
import { prepareScreen } from './home/home-data.ts'

/** The login within the portal. A page that begins with it shows `login-page.tsx`. */
export function Login() {
  const router = useRouter()
  const next = useMemo(
    () => ({ prepare: (path: string) => prepareScreen(router, path), open: (path: string) => router.history.push(path) }),
    [router],
  )
  return <LoginScreen {...useSearch({ from: '/_guest/' })} next={next} />
}
