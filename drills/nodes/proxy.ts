/** HAProxy in front of several nodes, set up as docs/operate/install.md says. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { findLastingPort } from '../../apps/api/src/testing/lasting-port.ts'
import { NODE_HEADER } from '../harness/client.ts'
import { findProgram, runProgram } from '../harness/programs.ts'
import type { Resources } from '../harness/resources.ts'
import { until } from '../harness/until.ts'

const READY_MS = 20_000

export const nodeName = (n: number) => `node-${n + 1}`

const configurationOf = (port: number, nodePorts: number[]) => `
defaults
  mode http
  timeout connect 5s
  timeout client 75s
  timeout server 75s

frontend portal
  bind 127.0.0.1:${port}
  # For a later call of a connection, HAProxy answers a killed node by closing it: the drill would not know which node it was.
  option httpclose
  http-after-response set-header ${NODE_HEADER} %s
  default_backend nodes

backend nodes
  balance roundrobin
  option forwardfor
  option http-server-close
  option httpchk GET /readyz
  http-check expect status 200
  # A call that no node has got may go to another one. A GET may also be repeated; a payment never.
  option redispatch 1
  retries 3
  retry-on conn-failure empty-response
  http-request disable-l7-retry if !METH_GET
${nodePorts.map((nodePort, n) => `  server ${nodeName(n)} 127.0.0.1:${nodePort} check inter 500ms fall 2 rise 1`).join('\n')}
`

export type NodesProxy = Awaited<ReturnType<typeof startNodesProxy>>

export async function startNodesProxy(resources: Resources, nodeUrls: string[]) {
  const port = await findLastingPort()
  const file = path.join(resources.makeFolder(), 'haproxy.cfg')
  const nodePorts = nodeUrls.map((url) => Number(new URL(url).port))
  writeFileSync(file, configurationOf(port, nodePorts))
  const haproxy = runProgram(resources, `${findProgram('haproxy')}`, ['-db', '-f', file])
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    /** Waits until the proxy sends calls to the node. */
    async waitForNode(n: number) {
      const isReached = async () => {
        const answer = await fetch(`${url}/healthz`).catch(() => undefined)
        await answer?.arrayBuffer()
        return answer?.ok && answer.headers.get(NODE_HEADER) === nodeName(n)
      }
      await until(`HAProxy sends calls to ${nodeName(n)}`, READY_MS, isReached).catch((error: Error) => {
        throw new Error(`${error.message}\n${haproxy.output()}`)
      })
    },
  }
}
