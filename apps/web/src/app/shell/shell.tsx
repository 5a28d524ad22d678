import { Loader } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useMatches, useNavigate } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { useHostWanted } from '#web/lib/browser/toast.ts'
import type { LoadPalette } from '#web/lib/session/palette.ts'
import { ConfirmHost } from '#web/ui/dialogs/confirm.tsx'
import { Delayed } from '#web/ui/layout/delayed.tsx'
import { Later } from '#web/ui/layout/later.tsx'
import { ShellDialogs } from './command-palette.tsx'
import { Footer } from './footer.tsx'
import { IdleLogout } from './idle-logout.tsx'
import { ImpersonationBanner, VerifyEmailBanner } from './impersonation-banner.tsx'
import classes from './shell.module.css'
import { SideMenu } from './side-menu.tsx'
import { TopBar } from './top-bar.tsx'
import { usePrintInLightScheme } from './use-print-in-light-scheme.ts'
import { useWaitingContent } from './use-waiting-content.ts'

/** The place of short messages. It loads with the first message. */
function Toasts() {
  const isWanted = useHostWanted()
  const [Host, setHost] = useState<ComponentType>()
  useEffect(() => {
    if (!isWanted) return
    import('./toast-host.tsx').then(
      ({ ToastHost }) => setHost(() => ToastHost),
      // The message needs the same file, so it cannot be shown either.
      () => undefined,
    )
  }, [isWanted])
  return Host && <Host />
}

/** Redirects to the settings while two-step sign-in must be set up. Undefined while loading. */
function useTwoStepDue(): boolean | undefined {
  const due = useQuery(apiQuery('GET /auth/session/')).data?.two_step_due
  const isElsewhere = useLocation({ select: ({ pathname }) => pathname !== '/settings' })
  const navigate = useNavigate()
  useEffect(() => {
    if (due && isElsewhere) void navigate({ to: '/settings', replace: true })
  }, [due, isElsewhere, navigate])
  return due
}

/** Milliseconds for which the first screen has the network to itself. */
const DELAY_MS = 3000

/**
 * Loads menus, dialogs and messages when nothing else is to do: the first click then opens them at once, also when the connection is lost by
 * then. They are one file of the build (vite.config.ts). A failed download is repeated with the first use.
 */
function useOverlaysInIdle(): void {
  useEffect(() => {
    const load = () => void import('./user-menu-dropdown.tsx').catch(() => undefined)
    const timer = setTimeout(() => ('requestIdleCallback' in window ? requestIdleCallback(load) : load()), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
}

/** The library of dialogs knows this name: the bar does not move when the scrollbar of the page goes away. */
const KEEPS_ITS_WIDTH = 'right-scroll-bar-position'

const waiting = (
  <Delayed>
    <Loader size="sm" m="xl" role="status" aria-label="Loading" />
  </Delayed>
)

interface Props {
  children: ReactNode
  /** The icons of messages. A route passes them, because the frame knows no feature. */
  notices?: ReactNode
  /** The number of these icons. */
  noticeCount: number
  /** The floating button of the Resource Center. */
  resources?: ReactNode
  /** The search. */
  palette?: LoadPalette
}

/** The frame around every screen of a logged-in user. */
export function Shell({ children, notices, noticeCount, resources, palette }: Props) {
  // A new footer for each screen: the same one would move from screen to screen.
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname })
  const [menuOpened, menu] = useDisclosure(false)
  // While two-step sign-in is due, the server refuses the calls of the icons, of the resources and of the search.
  const twoStepDue = useTwoStepDue()
  const content = useRef<HTMLDivElement>(null)
  useWaitingContent(content)
  useHotkeys([['Escape', menu.close]])
  usePrintInLightScheme()
  useOverlaysInIdle()
  return (
    <>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <header className={`${classes.bar} ${KEEPS_ITS_WIDTH} no-print`}>
        <TopBar
          menuOpened={menuOpened}
          onMenu={menu.toggle}
          notices={twoStepDue === false && notices}
          noticeCount={noticeCount}
          hasSearch={!twoStepDue}
        />
      </header>
      <nav className={`${classes.rail} no-print`} data-closed={!menuOpened || undefined} aria-label="Main menu">
        <Later>
          <SideMenu onChoose={menu.close} />
        </Later>
      </nav>
      <main id="content" tabIndex={-1} className={classes.main}>
        <ImpersonationBanner />
        <VerifyEmailBanner />
        <div ref={content} className={classes.content}>
          <Later>
            <Suspense fallback={waiting}>{children}</Suspense>
            <Footer key={path} />
          </Later>
        </div>
        <Later>{twoStepDue === false && resources}</Later>
      </main>
      <Later>
        <ShellDialogs palette={twoStepDue ? undefined : palette} />
        <ConfirmHost />
        <IdleLogout />
        <Toasts />
      </Later>
    </>
  )
}
