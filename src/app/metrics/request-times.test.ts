import { expect, it } from 'vitest'
import { RequestTimes } from './request-times.ts'

it('counts times per bucket, method, route and status', () => {
  const times = new RequestTimes()
  times.note('GET', '/api/artifacts/:id', 200, 0.0005)
  times.note('GET', '/api/artifacts/:id', 200, 0.005)
  times.note('GET', '/api/artifacts/:id', 200, 60)
  times.note('GET', '/api/artifacts/:id', 404, 0.5)
  expect(times.text()).toBe(`# HELP tulipwood_http_request_seconds Time of HTTP requests by method, route and status
# TYPE tulipwood_http_request_seconds histogram
tulipwood_http_request_seconds_bucket{le="0.001",method="GET",route="/api/artifacts/:id",status="200"} 1
tulipwood_http_request_seconds_bucket{le="0.005",method="GET",route="/api/artifacts/:id",status="200"} 2
tulipwood_http_request_seconds_bucket{le="0.02",method="GET",route="/api/artifacts/:id",status="200"} 2
tulipwood_http_request_seconds_bucket{le="0.1",method="GET",route="/api/artifacts/:id",status="200"} 2
tulipwood_http_request_seconds_bucket{le="0.5",method="GET",route="/api/artifacts/:id",status="200"} 2
tulipwood_http_request_seconds_bucket{le="2",method="GET",route="/api/artifacts/:id",status="200"} 2
tulipwood_http_request_seconds_bucket{le="10",method="GET",route="/api/artifacts/:id",status="200"} 2
tulipwood_http_request_seconds_bucket{le="+Inf",method="GET",route="/api/artifacts/:id",status="200"} 3
tulipwood_http_request_seconds_sum{method="GET",route="/api/artifacts/:id",status="200"} 60.0055
tulipwood_http_request_seconds_count{method="GET",route="/api/artifacts/:id",status="200"} 3
tulipwood_http_request_seconds_bucket{le="0.001",method="GET",route="/api/artifacts/:id",status="404"} 0
tulipwood_http_request_seconds_bucket{le="0.005",method="GET",route="/api/artifacts/:id",status="404"} 0
tulipwood_http_request_seconds_bucket{le="0.02",method="GET",route="/api/artifacts/:id",status="404"} 0
tulipwood_http_request_seconds_bucket{le="0.1",method="GET",route="/api/artifacts/:id",status="404"} 0
tulipwood_http_request_seconds_bucket{le="0.5",method="GET",route="/api/artifacts/:id",status="404"} 1
tulipwood_http_request_seconds_bucket{le="2",method="GET",route="/api/artifacts/:id",status="404"} 1
tulipwood_http_request_seconds_bucket{le="10",method="GET",route="/api/artifacts/:id",status="404"} 1
tulipwood_http_request_seconds_bucket{le="+Inf",method="GET",route="/api/artifacts/:id",status="404"} 1
tulipwood_http_request_seconds_sum{method="GET",route="/api/artifacts/:id",status="404"} 0.5
tulipwood_http_request_seconds_count{method="GET",route="/api/artifacts/:id",status="404"} 1
`)
})

it('escapes special characters in labels', () => {
  const times = new RequestTimes()
  times.note('GET', 'a"b\\c\nd', 200, 1)
  expect(times.text()).toContain('route="a\\"b\\\\c\\nd",status="200"} 1\n')
})
