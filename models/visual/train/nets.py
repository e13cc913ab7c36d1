"""The trunk of the networks, a thin residual one, and what their answers are compared with."""

import torch
import torch.nn as nn
import torch.nn.functional as F

SMOOTH = 0.1  # of every label, shared by all classes


def conv(inputs, outputs, size, stride=1):
    return nn.Sequential(nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False), nn.BatchNorm2d(outputs))


class Squeeze(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.down, self.up = nn.Conv2d(width, width // 8, 1), nn.Conv2d(width // 8, width, 1)

    def forward(self, x):
        return x * torch.sigmoid(self.up(F.relu(self.down(x.mean((2, 3), keepdim=True)))))


class Block(nn.Module):
    def __init__(self, inputs, outputs, stride, drop):
        super().__init__()
        self.first, self.second = conv(inputs, outputs, 3, stride), conv(outputs, outputs, 3)
        self.squeeze = Squeeze(outputs)
        same = stride == 1 and inputs == outputs
        self.skip = nn.Identity() if same else nn.Sequential(nn.AvgPool2d(2, 2, ceil_mode=True) if stride == 2 else nn.Identity(), conv(inputs, outputs, 1))
        self.drop = drop
        nn.init.zeros_(self.second[1].weight)

    def forward(self, x):
        branch = self.squeeze(self.second(F.relu(self.first(x))))
        if self.training and self.drop:
            kept = torch.rand(len(x), 1, 1, 1, device=x.device) >= self.drop
            branch = branch * kept / (1 - self.drop)
        return F.relu(self.skip(x) + branch)


def gem(x):
    """Generalized mean: between the average and the strongest place, so that a detail is not averaged away."""
    return x.clamp(min=1e-4).pow(3).mean((2, 3)).pow(1 / 3)


class Trunk(nn.Module):
    """The stages of a network and what is pooled of them; the heads are its subclasses'."""

    def __init__(self, widths, depths, stem, drop=0.1):
        super().__init__()
        self.stem = nn.Sequential(conv(3, stem, 3, 2), nn.ReLU())
        stages, inputs, total, seen = [], stem, sum(depths), 0
        for width, depth in zip(widths, depths):
            blocks = []
            for at in range(depth):
                blocks.append(Block(inputs, width, 2 if at == 0 else 1, drop * seen / total))
                inputs, seen = width, seen + 1
            stages.append(nn.Sequential(*blocks))
        self.stages = nn.ModuleList(stages)
        self.features, self.details, self.low = inputs, inputs + widths[-2], stem + widths[0]
        self.norm, self.middle_norm, self.low_norm = nn.BatchNorm1d(inputs), nn.BatchNorm1d(widths[-2]), nn.BatchNorm1d(self.low)

    def levels(self, x):
        """x in [0, 1], [B, 3, H, W] → pooled features of the last stage, those with the stage before it, and the means of stem and first stage."""
        x = self.stem((x - 0.5) * 4)
        low = [x.mean((2, 3))]
        for at, stage in enumerate(self.stages):
            x = stage(x)
            if at == 0:
                low.append(x.mean((2, 3)))
            if at == len(self.stages) - 2:
                middle = gem(x.float())
        features = self.norm(gem(x.float()))
        return features, torch.cat([features, self.middle_norm(middle)], 1), self.low_norm(torch.cat(low, 1).float())


class Proxies(nn.Module):
    """One direction per class; how close a vector is to it, scaled, are the logits."""

    def __init__(self, classes, width, scale, margin):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(classes, width))
        self.scale, self.margin = scale, margin

    def forward(self, vectors):
        return vectors.float() @ F.normalize(self.weight, dim=1).t()


def set_loss(proxies, vectors, meant):
    """Cross-entropy where the right answer is any class of a set; rows with an empty set do not count."""
    known = meant.sum(1) > 0
    logits = proxies.scale * (proxies(vectors) - proxies.margin * meant)
    log_probability = F.log_softmax(logits, 1)
    right = torch.logsumexp(log_probability.masked_fill(meant == 0, -1e4), 1)
    losses = -(1 - SMOOTH) * right - SMOOTH * log_probability.mean(1)
    return (losses * known).sum() / known.sum().clamp(min=1)
