// Answers of the fake server that many tests share.
import { http, HttpResponse } from 'msw';

import type { Schemas } from '@/lib/api-client';

import { refusal, server } from './server';

export const member: Schemas['User'] = {
  id: 1,
  username: 'reader',
  email: 'reader@example.com',
  emailVerified: true,
  secondFactor: false,
  reminders: true,
  calendar: false,
};

export const unauthenticatedAnswer = () => refusal(401, 'unauthenticated', 'Sign in first.');

export function ownCourse(change: Partial<Schemas['OwnCourse']> = {}): Schemas['OwnCourse'] {
  return {
    id: 1,
    title: 'Futures Foundations',
    description: 'What a contract is.',
    image: '/images/futures.svg',
    type: 'futures',
    expiresAt: null,
    completedVideos: 3,
    totalVideos: 12,
    language: 'en',
    ...change,
  };
}

export function recentLesson(
  change: Partial<Schemas['RecentProgress']> = {},
): Schemas['RecentProgress'] {
  return {
    videoId: 12,
    videoTitle: 'What a tick is worth',
    lastWatched: '2026-11-20T17:05:00Z',
    modelId: 1,
    courseTitle: 'Futures Foundations',
    watchedSeconds: 130,
    duration: 540,
    completed: false,
    ...change,
  };
}

export function quote(change: Partial<Schemas['Quote']> = {}): Schemas['Quote'] {
  return {
    title: '6-Month Access',
    price: 42_000,
    discount: 0,
    tax: 7_289,
    total: 42_000,
    currency: 'usd',
    taxPercent: 21,
    taxIncluded: true,
    reverseCharge: false,
    quantity: 1,
    ...change,
  };
}

export function order(change: Partial<Schemas['OrderView']> = {}): Schemas['OrderView'] {
  return {
    status: 'paid',
    title: '3-Month Access',
    total: 30_000,
    currency: 'usd',
    purchaseKeys: [],
    ...change,
  };
}

export function signedOut(): void {
  server.use(http.get('/api/user', unauthenticatedAnswer));
}

/** A member with one course and one started lesson. Handlers that a test adds later take precedence. */
export function memberSignedIn(user: Schemas['User'] = member): void {
  server.use(
    http.get('/api/user', () => HttpResponse.json(user)),
    http.get('/api/user/courses', () => HttpResponse.json([ownCourse()])),
    http.get('/api/user/recent-progress', () => HttpResponse.json([recentLesson()])),
    http.get('/api/user/passkeys', () => HttpResponse.json([])),
    http.get('/api/user/orders', () => HttpResponse.json([])),
    http.get('/api/user/reviews', () => HttpResponse.json([])),
    http.get('/api/user/replay-runs', () => HttpResponse.json([])),
    http.get('/api/live', () => HttpResponse.json([])),
  );
}
