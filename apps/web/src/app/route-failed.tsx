import { type ErrorComponentProps, useMatch, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { connectionIsLost, onConnectionChange, useConnectionLost } from '#web/lib/browser/connection.ts'
import { isInFrame } from '#web/lib/browser/in-frame.ts'
import { isMissingFile, startAttempt } from '#web/lib/browser/missing-file.ts'
import { portal } from '#web/lib/browser/portal.ts'
import { readErrorMessage } from '#web/lib/errors/error-message.ts'
import { BrandMark } from '#web/ui/layout/brand-mark.tsx'
import { FailedScreen } from '#web/ui/layout/failed-screen.tsx'
import classes from './brand-page.module.css'

/** A page with the brand alone, for when its frame could not be loaded. */
function BrandPage({ children }: { children: ReactNode }) {
  const { domain, logo } = portal()
  return (
    <>
      {!isInFrame() && (
        <header className={classes.bar}>
          <a href="/" className={classes.brand}>
            <BrandMark name={domain.name} logo={logo} />
          </a>
        </header>
      )}
      <main>{children}</main>
    </>
  )
}

const texts = {
  offline: { title: 'You are offline', message: 'This screen opens by itself when the connection is back.' },
  missing: {
    title: 'This screen could not be loaded',
    message: 'A file did not arrive. Please try again.',
  },
}

/** Shown when the data or code of a screen failed to load. A retry loads it again; it also runs when the connection is back. */
export function RouteFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const { routeId } = useMatch({ strict: false })
  const lost = useConnectionLost()
  const isMissing = isMissingFile(error)
  const retry = () => {
    startAttempt()
    reset()
    void router.invalidate()
  }
  const mustWait = isMissing && lost
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions of a render stay valid.
  useEffect(() => {
    if (mustWait) return onConnectionChange(() => connectionIsLost() || retry())
  }, [mustWait])
  const text = isMissing ? texts[lost ? 'offline' : 'missing'] : { message: readErrorMessage(error) }
  const failed = <FailedScreen {...text} onRetry={retry} />
  // Inside a frame, the frame stays.
  return /^\/_(app|guest)\//.test(routeId) ? failed : <BrandPage>{failed}</BrandPage>
}
