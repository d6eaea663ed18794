import { type Context, context, DiagLogLevel, diag, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { getNumberFromEnv, getStringFromEnv, W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  detectResources,
  envDetector,
  hostDetector,
  processDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { ConfigError } from '../system/config.ts'
import { productVersion } from '../system/product-version.ts'
import type { TraceHeaders, Tracing } from './tracing.ts'

/** Protocols of OTLP over HTTP. */
export type TraceProtocol = 'http/protobuf' | 'http/json'

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const

/** Starts the SDK of OpenTelemetry, without the packages that patch libraries: spans are created where they belong. */
export async function startOpenTelemetry(protocol: TraceProtocol, log: Pick<Logger, 'warn'>): Promise<Tracing> {
  const warn = (...parts: unknown[]) => log.warn(`traces: ${parts.map(String).join(' ')}`)
  diag.setLogger({ error: warn, warn, info() {}, debug() {}, verbose() {} }, DiagLogLevel.WARN)
  const contexts = new AsyncLocalStorageContextManager().enable()
  context.setGlobalContextManager(contexts)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'tulipwood', 'service.version': productVersion }).merge(
      detectResources({ detectors: [hostDetector, processDetector, envDetector] }),
    ),
    sampler: createSampler(getStringFromEnv('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on'),
    spanProcessors: [createProcessor(await createExporter(protocol))],
  })
  const tracer = provider.getTracer('tulipwood', productVersion)
  const propagator = new W3CTraceContextPropagator()
  const extract = (headers: TraceHeaders): Context => propagator.extract(context.active(), headers, readHeader)

  return {
    startSpan({ name, kind, attributes }, parent) {
      const above = parent === undefined ? context.active() : extract(parent)
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, above)
      return {
        run: (work) => context.with(trace.setSpan(above, span), work),
        end({ attributes: more, name: newName, error } = {}) {
          if (more !== undefined) span.setAttributes(more)
          if (newName !== undefined) span.updateName(newName)
          if (error !== undefined) span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    isInSpan: () => trace.getActiveSpan() !== undefined,
    getHeaders() {
      const headers: Record<string, string> = {}
      propagator.inject(context.active(), headers, { set: (to, name, value) => Object.assign(to, { [name]: value }) })
      return headers
    },
    async close() {
      // An endpoint that does not respond must not delay the end of the server.
      await provider.shutdown().catch((problem: unknown) => warn(String(problem)))
      contexts.disable()
      context.disable()
      diag.disable()
    },
  }
}

const readHeader = {
  get: (headers: TraceHeaders, name: string) => [headers[name] ?? []].flat()[0],
  keys: (headers: TraceHeaders) => Object.keys(headers),
}

async function createExporter(protocol: TraceProtocol): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto')
  return new OTLPTraceExporter()
}

function createProcessor(exporter: SpanExporter): BatchSpanProcessor {
  const options = {
    scheduledDelayMillis: getNumberFromEnv('OTEL_BSP_SCHEDULE_DELAY'),
    exportTimeoutMillis: getNumberFromEnv('OTEL_BSP_EXPORT_TIMEOUT'),
    maxQueueSize: getNumberFromEnv('OTEL_BSP_MAX_QUEUE_SIZE'),
    maxExportBatchSize: getNumberFromEnv('OTEL_BSP_MAX_EXPORT_BATCH_SIZE'),
  }
  const definedOptions = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  return new BatchSpanProcessor({ exporter, ...definedOptions })
}

function createSampler(name: string): Sampler {
  const ratio = () => new TraceIdRatioBasedSampler(getNumberFromEnv('OTEL_TRACES_SAMPLER_ARG') ?? 1)
  const samplers: Readonly<Record<string, () => Sampler>> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: ratio,
    parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
    parentbased_traceidratio: () => new ParentBasedSampler({ root: ratio() }),
  }
  const create = samplers[name]
  if (create === undefined)
    throw new ConfigError(`OTEL_TRACES_SAMPLER must be one of ${Object.keys(samplers).join(', ')}: ${name}`)
  return create()
}
