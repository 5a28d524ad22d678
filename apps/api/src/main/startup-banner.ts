/** The lines that the terminal shows when the portal is ready. */
import type { Configuration } from '#api/platform/config/configuration.ts'

const LOG_INS = ['admin', 'lab', 'patient', 'salesrep', 'harvestcenter', 'referral', 'manager', 'distributor', 'staff']

export function startupBanner({ publicUrl, demoPassword }: Configuration, hasDemo: boolean, milliseconds: number): string {
  const lines = [`Vialdesk is running at ${publicUrl} (ready in ${(milliseconds / 1000).toFixed(1)} s; press Ctrl-C to stop)`]
  if (hasDemo) {
    lines.push(`Demo accounts, password ${demoPassword}:`)
    for (let at = 0; at < LOG_INS.length; at += 3)
      lines.push(
        `  ${LOG_INS.slice(at, at + 3)
          .map((name) => `${name}@demo.example`.padEnd(28))
          .join('')
          .trimEnd()}`,
      )
  }
  return lines.join('\n')
}
