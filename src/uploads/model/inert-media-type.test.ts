import { describe, expect, it } from 'vitest'
import { toInertMediaType } from './inert-media-type.ts'

describe('the media type of a download', () => {
  it.each([
    ['image/png', 'image/png'],
    ['IMAGE/JPEG', 'image/jpeg'],
    ['application/pdf', 'application/pdf'],
    ['application/zip', 'application/zip'],
    ['video/mp4', 'video/mp4'],
    ['audio/ogg; codecs=opus', 'audio/ogg'],
    ['application/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.text'],
    [
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['application/vnd.ms-excel', 'application/vnd.ms-excel'],
    ['text/plain', 'text/plain;charset=UTF-8'],
    ['text/plain; charset=ISO-8859-1', 'text/plain;charset=ISO-8859-1'],
    ['text/plain; charset="utf-8"; format=flowed', 'text/plain;charset=utf-8'],
    ['text/plain; charset=utf-7', 'text/plain;charset=UTF-8'],
    ['text/plain; charset=x"><script>', 'text/plain;charset=UTF-8'],
  ])('for %s is %s', (declared, type) => {
    expect(toInertMediaType(declared)).toBe(type)
  })

  it.each([
    'text/html',
    'TEXT/HTML; charset=utf-8',
    'text/html\t',
    'application/xhtml+xml',
    'image/svg+xml',
    'image/SVG+xml;charset=utf-8',
    'audio/x+xml',
    'text/xml',
    'application/xml',
    'application/javascript',
    'text/javascript',
    'text/css',
    'application/x-shockwave-flash',
    'application/java-archive',
    'message/rfc822',
    'multipart/related',
    'text/calendar',
    '',
    'png',
    'image/',
    '/png',
    'image/png/html',
    'image/png text/html',
    'image/png, text/html',
    'image/png\r\nX-Evil: 1',
    'image/png;\r\nX-Evil: 1',
    'image/png\0',
    'ımage/png',
    'application/octet-stream',
  ])('for %j is application/octet-stream', (declared) => {
    expect(toInertMediaType(declared)).toBe('application/octet-stream')
  })
})
