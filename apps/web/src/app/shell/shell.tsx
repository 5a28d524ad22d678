import { AppShell, Loader, ScrollArea } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useMatches } from '@tanstack/react-router'
import { type ReactNode, Suspense, useRef } from 'react'
import type { LoadPalette } from '#web/lib/session/palette.ts'
import { ConfirmHost } from '#web/ui/dialogs/confirm.tsx'
import { Delayed } from '#web/ui/layout/delayed.tsx'
import { Later } from '#web/ui/layout/later.tsx'
import { ShellDialogs } from './command-palette.tsx'
import { Footer } from './footer.tsx'
import { IdleLogout } from './idle-logout.tsx'
import { ImpersonationBanner } from './impersonation-banner.tsx'
import classes from './shell.module.css'
import { SideMenu } from './side-menu.tsx'
import { Toasts } from './toasts.tsx'
import { TopBar } from './top-bar.tsx'
import { useOverlaysInIdle } from './use-overlays-in-idle.ts'
import { usePrintInLightScheme } from './use-print-in-light-scheme.ts'
import { useTwoStepDue } from './use-two-step-due.ts'
import { useWaitingContent } from './use-waiting-content.ts'

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
    <AppShell header={{ height: 56 }} navbar={{ width: 248, breakpoint: 'md', collapsed: { mobile: !menuOpened } }} padding={0}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <AppShell.Header className="no-print">
        <TopBar
          menuOpened={menuOpened}
          onMenu={menu.toggle}
          notices={twoStepDue === false && notices}
          noticeCount={noticeCount}
          hasSearch={!twoStepDue}
        />
      </AppShell.Header>
      <AppShell.Navbar
        className={`${classes.rail} no-print`}
        mod={{ closed: !menuOpened }}
        aria-label="Main menu"
        component="nav"
      >
        <AppShell.Section grow component={ScrollArea} px="sm" py="md" scrollbarSize={6}>
          <Later>
            <SideMenu onChoose={menu.close} />
          </Later>
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        <ImpersonationBanner />
        <div ref={content} className={classes.content}>
          <Later>
            <Suspense fallback={waiting}>{children}</Suspense>
            <Footer key={path} />
          </Later>
        </div>
        <Later>{twoStepDue === false && resources}</Later>
      </AppShell.Main>
      <Later>
        <ShellDialogs palette={twoStepDue ? undefined : palette} />
        <ConfirmHost />
        <IdleLogout />
        <Toasts />
      </Later>
    </AppShell>
  )
}
