import '@mantine/notifications/styles.css'
import { AppShell, Loader, ScrollArea } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'
import { type ReactNode, Suspense } from 'react'
import { ConfirmHost } from '#web/ui/confirm.tsx'
import { Delayed } from '#web/ui/delayed.tsx'
import { ActingBanner } from './acting-banner.tsx'
import { Announcer } from './announcer.tsx'
import { Footer } from './footer.tsx'
import { IdleWatch } from './idle-watch.tsx'
import { Palette } from './palette.tsx'
import classes from './shell.module.css'
import { SideMenu } from './side-menu.tsx'
import { TopBar } from './top-bar.tsx'
import { useTwoStepDue } from './two-step-due.ts'
import { useLightPaper } from './use-light-paper.ts'

const waiting = (
  <Delayed>
    <Loader size="sm" m="xl" role="status" aria-label="Loading" />
  </Delayed>
)

/** The frame around every screen of a logged-in user. */
export function Shell({ children, notices }: { children: ReactNode; notices?: ReactNode }) {
  const [menuOpened, menu] = useDisclosure(false)
  const due = useTwoStepDue()
  useHotkeys([['Escape', menu.close]])
  useLightPaper()
  return (
    <AppShell header={{ height: 56 }} navbar={{ width: 248, breakpoint: 'md', collapsed: { mobile: !menuOpened } }} padding={0}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <AppShell.Header className="no-print">
        <TopBar menuOpened={menuOpened} onMenu={menu.toggle} notices={due === false && notices} />
      </AppShell.Header>
      <AppShell.Navbar
        className={`${classes.rail} no-print`}
        mod={{ closed: !menuOpened }}
        aria-label="Main menu"
        component="nav"
      >
        <AppShell.Section grow component={ScrollArea} px="sm" py="md" scrollbarSize={6}>
          <SideMenu onChoose={menu.close} />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        <ActingBanner />
        <div className={classes.content}>
          <Suspense fallback={waiting}>{children}</Suspense>
          <Footer />
        </div>
      </AppShell.Main>
      <Announcer />
      <Palette />
      <ConfirmHost />
      <IdleWatch />
      <Notifications position="top-right" limit={3} />
    </AppShell>
  )
}
