// What a member does beside watching: keys, links to a second, the Discord channel.
import { fireEvent, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { MEMBER, SECTIONS, serveCourse } from '@/test/fake-course';
import { address } from '@/test/render-app';
import { refusal } from '@/test/server';
import { watch } from '@/test/watch';

import './stage/written-stage';
import './questions/lesson-questions';
import './watch-course';

describe('the keys', () => {
  it('lead to the next and the previous lesson, and are off where the member chose so', async () => {
    serveCourse();
    const { user } = await watch('/portal/course/7');
    await user.keyboard('n');
    expect(address()).toBe('/portal/course/7?lesson=702');
    await user.keyboard('p');
    expect(address()).toBe('/portal/course/7?lesson=701');
    await user.keyboard('?');
    await user.click(
      await screen.findByRole('checkbox', { name: 'Use these keys on the page of a lesson' }),
    );
    await user.keyboard('{Escape}');
    await user.keyboard('n/?');
    expect(address()).toBe('/portal/course/7?lesson=701');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('lead on from a written lesson too, whose other keys stay the page’s own', async () => {
    const sections = SECTIONS.map((section) => ({
      ...section,
      videos: section.videos.map((lesson) =>
        lesson.id === 702 ? { ...lesson, kind: 'text' as const, url: null } : lesson,
      ),
    }));
    serveCourse({ sections });
    const { user } = await watch('/portal/course/7');
    await user.keyboard('n');
    expect(await screen.findByRole('article', { name: 'Tick value' })).toBeVisible();
    expect(fireEvent.keyDown(document.body, { key: ' ' })).toBe(true);
    await user.keyboard('p');
    expect(address()).toBe('/portal/course/7?lesson=701');
  });

  it('work after a speed was chosen with the mouse', async () => {
    serveCourse();
    const { user } = await watch('/portal/course/7');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Speed' }), '3');
    expect(document.activeElement).toBe(document.body);
    await user.keyboard('n');
    expect(address()).toBe('/portal/course/7?lesson=702');
  });
});

describe('a second of a lesson', () => {
  it('is copied as a link', async () => {
    serveCourse();
    const { user, video } = await watch('/portal/course/7');
    video.playTo(42.7);
    await user.click(screen.getByRole('button', { name: 'Copy link to this second' }));
    expect(await navigator.clipboard.readText()).toMatch(/\/portal\/course\/7\?lesson=701&t=42$/);
    expect(await screen.findByText('It opens the lesson at 0:42.')).toBeVisible();
  });
});

describe('the Discord account', () => {
  it('offers a member without one to link it', async () => {
    serveCourse();
    await watch('/portal/course/7');
    expect(await screen.findByRole('link', { name: 'Link Discord' })).toHaveAttribute(
      'href',
      '/portal/discord-verify',
    );
    expect(screen.queryByRole('button', { name: 'Get Discord Invite' })).not.toBeInTheDocument();
  });

  it('fetches an invite and opens it in a new tab', async () => {
    const inviteUrl = 'https://chat.example.com/invite';
    const calls = serveCourse(
      { user: { ...MEMBER, discordUserId: '42' } },
      http.post('/api/discord/generate-invite', () =>
        HttpResponse.json({ inviteUrl, expiresAt: '2026-12-01T00:00:00Z' }),
      ),
    );
    const { user } = await watch('/portal/course/7');
    await user.click(await screen.findByRole('button', { name: 'Get Discord Invite' }));
    const join = await screen.findByRole('link', { name: 'Join Discord' });
    expect(join).toHaveAttribute('href', inviteUrl);
    expect(join).toHaveAttribute('target', '_blank');
    expect(await screen.findByText('Discord Invite Generated')).toBeVisible();
    expect(screen.getByText('Your invite link is ready!')).toBeVisible();
    expect(calls).toContain('POST /api/discord/generate-invite {"courseId":7}');
  });

  it('says that the invite failed', async () => {
    serveCourse(
      { user: { ...MEMBER, discordUserId: '42' } },
      http.post('/api/discord/generate-invite', () => refusal(503, 'discord_unavailable', 'No')),
    );
    const { user } = await watch('/portal/course/7');
    await user.click(await screen.findByRole('button', { name: 'Get Discord Invite' }));
    expect(
      await screen.findByText('Failed to generate Discord invite. Please try again.'),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Get Discord Invite' })).not.toHaveAttribute(
      'aria-disabled',
    );
  });
});
